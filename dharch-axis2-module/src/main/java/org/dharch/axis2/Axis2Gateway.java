package org.dharch.axis2;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.engine.AxisConfiguration;
import org.apache.axis2.engine.Handler.InvocationResponse;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.DHManager;
import org.dharch.core.flow.JobSizesFile;
import org.dharch.core.message.Admission;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;
import org.dharch.core.message.FaultReply;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.OrchestrationReload;
import org.dharch.core.orchestration.Orchestrations;
import org.dharch.core.settings.GatewaySettings;
import org.dharch.core.settings.LocalNodes;
import org.dharch.core.settings.OrchestrationSource;
import org.dharch.core.settings.Transports;
import org.dharch.core.spi.Gateway;
import org.dharch.core.store.MessageStore;

/**
 * Axis2's gateway (seed 000, section 3.1.1), one per configuration context: hands messages to the
 * manager and waits for their end on the container's own thread, or, where the transport has
 * already acknowledged the message, carries them on by a few threads of its own.
 */
final class Axis2Gateway implements Gateway<Exchange>, AutoCloseable {
  private static final Log LOG = LogFactory.getLog(Axis2Gateway.class);

  private final ModuleSettings settings;
  private final AxisConfiguration configuration;
  private final DHManager manager;
  private final MessageStore store;
  private final LocalNodes nodes;
  private final OneWayExecutor oneWays;
  private final Optional<JobSizesFile> sizes;
  private final OutcomeWait wait = new OutcomeWait();
  private volatile Optional<OrchestrationReload> reload = Optional.empty();
  private volatile Orchestrations orchestrations;

  private Axis2Gateway(
      ModuleSettings settings,
      OrchestrationSource source,
      AxisConfiguration configuration,
      DHManager manager,
      MessageStore store,
      LocalNodes nodes) {
    this.settings = settings;
    this.orchestrations = source.orchestrations();
    this.configuration = configuration;
    this.manager = manager;
    this.store = store;
    this.nodes = nodes;
    this.oneWays = new OneWayExecutor(settings.oneWayThreads(), settings.oneWayQueue(), manager);
    this.sizes =
        settings
            .gateway()
            .keepSizes(manager, path -> ModuleParameters.resolve(path, configuration));
  }

  /** Looks from now on whether the document has changed, if settings and source allow it. */
  private void watch(OrchestrationSource source) {
    reload =
        settings
            .gateway()
            .reload()
            .flatMap(
                interval ->
                    source
                        .file()
                        .map(file -> OrchestrationReload.start(file, interval, this::exchange)));
  }

  /** Messages that come from now on follow {@code next}, unless a service needs what it lacks. */
  private void exchange(Orchestrations next) {
    ServiceSettings.checkEngaged(configuration, next);
    manager.orchestrations(next);
    orchestrations = next;
  }

  /**
   * Starts a manager, and nodes beside it, as {@code settings} say.
   *
   * @throws DHArchException if one of them cannot start
   */
  static Axis2Gateway start(
      ModuleSettings settings, OrchestrationSource source, ConfigurationContext context) {
    AxisConfiguration configuration = context.getAxisConfiguration();
    GatewaySettings common = settings.gateway();
    Function<String, Path> files = path -> ModuleParameters.resolve(path, configuration);
    // the module's own class loader: the container's does not see the archive's lib folder
    ClassLoader loader = Axis2Gateway.class.getClassLoader();
    MessageStore store = common.openStore(files);
    try {
      DHManager manager =
          DHManager.start(
              common.manager(), source.orchestrations(), Transports.manager(common, loader), store);
      try {
        URI broker = manager.nodeUri().orElse(common.broker());
        LocalNodes nodes = LocalNodes.start(common, broker, files, loader);
        Axis2Gateway gateway =
            new Axis2Gateway(settings, source, configuration, manager, store, nodes);
        manager.revival(new Axis2Revival(context, gateway, gateway.oneWays));
        gateway.watch(source);
        return gateway;
      } catch (RuntimeException e) {
        manager.close();
        throw e;
      }
    } catch (RuntimeException e) {
      store.close();
      throw e;
    }
  }

  DHManager manager() {
    return manager;
  }

  Orchestrations orchestrations() {
    return orchestrations;
  }

  /** Who looks whether the orchestration document has changed; empty if nobody does. */
  Optional<OrchestrationReload> reload() {
    return reload;
  }

  /** Takes {@code context}'s message through its handlers, and lets it wait for its turn. */
  InvocationResponse pass(MessageContext context, Direction flow) throws AxisFault {
    boolean handled = Prospects.any(orchestrations, context, flow);
    if (context.getEnvelope() == null
        || !(handled || Turn.isTaken(settings.flow(), context, flow))) {
      return InvocationResponse.CONTINUE;
    }
    if (OneWay.isAcknowledged(context, flow) && mayBeCutLoose(context) && oneWays.reserve()) {
      return cutLoose(context);
    }
    if (Turn.isTaken(settings.flow(), context, flow)) {
      Optional<Admission.Busy> busy = manager.busy();
      if (busy.isPresent()) {
        return refuse(context, busy.get()); // before it is written out for nothing
      }
    }
    Exchange exchange = exchange(context, flow, handled);
    Submission submission = Turn.within(submission(exchange), context, flow);
    Admission admission = admit(context, exchange, submission, settings.callerRuns());
    if (admission instanceof Admission.Busy busy) {
      return refuse(context, busy);
    } else if (admission instanceof Admission.Accepted accepted) {
      Turn.begins(context, flow, accepted.id());
      try {
        return give(exchange, await(exchange, accepted.id(), limit(submission)));
      } catch (AxisFault fault) {
        manager.answered(accepted.id());
        throw fault;
      }
    }
    return InvocationResponse.CONTINUE;
  }

  /** Gives the message back to the container. */
  private InvocationResponse give(Exchange exchange, Outcome outcome) throws AxisFault {
    if (outcome instanceof Outcome.Halted halted && halted.fault().code() == Fault.Code.BUSY) {
      Duration retryAfter = settings.flow().retryAfter();
      Optional<MessageId> id = Optional.of(halted.id());
      return refuse(exchange.context(), halted.fault().reason(), retryAfter, id);
    }
    exchange.apply(outcome);
    return InvocationResponse.CONTINUE;
  }

  private static InvocationResponse refuse(MessageContext context, Admission.Busy busy)
      throws AxisFault {
    return refuse(context, busy.reason(), busy.retryAfter(), Optional.empty());
  }

  private static InvocationResponse refuse(
      MessageContext context, String reason, Duration retryAfter, Optional<MessageId> id)
      throws AxisFault {
    FaultReply reply = FaultReply.busy(reason, retryAfter, id);
    if (BusyReply.written(context, reply, retryAfter)) {
      return InvocationResponse.ABORT;
    }
    BusyReply.prepare(context, retryAfter);
    throw Faults.of(context, reply);
  }

  /** The service has answered {@code context}'s request, or has failed to. */
  void answered(MessageContext context) {
    Turn.of(context).ifPresent(manager::answered);
  }

  /**
   * Attachments are not stored. So a message with some is acknowledged only when its service was
   * invoked, if it might be one that must survive.
   */
  private boolean mayBeCutLoose(MessageContext context) {
    return !Attached.any(context)
        || orchestrations.byName().values().stream().noneMatch(Orchestration::durable);
  }

  private InvocationResponse cutLoose(MessageContext original) throws AxisFault {
    boolean accepted = false;
    try {
      WireEnvelope wire = EnvelopeCapture.of(original, Direction.IN, limits().maxPayloadBytes());
      Exchange exchange = exchange(OneWay.cut(original), wire, Direction.IN, true);
      exchange.suspend();
      Admission admission = admit(original, exchange, submission(exchange).oneWay(true), false);
      accepted = admission instanceof Admission.Accepted;
      if (admission instanceof Admission.Busy busy) {
        return refuse(original, busy);
      } else if (admission instanceof Admission.Stored) {
        return InvocationResponse.ABORT; // that is 202 for its sender; it comes back by itself
      }
      return accepted ? InvocationResponse.SUSPEND : InvocationResponse.CONTINUE;
    } finally {
      if (!accepted) {
        OneWay.undo(original);
        oneWays.release();
      }
    }
  }

  /** What only waits for its turn need not be written out. */
  private Exchange exchange(MessageContext context, Direction flow, boolean handled)
      throws AxisFault {
    WireEnvelope wire =
        handled || settings.flow().readsEnvelope()
            ? EnvelopeCapture.of(context, flow, limits().maxPayloadBytes())
            : WireEnvelope.NONE;
    return exchange(context, wire, flow, false);
  }

  private Exchange exchange(
      MessageContext context, WireEnvelope wire, Direction flow, boolean resumes) {
    MessageProperties properties =
        Attached.said(context, ContextProperties.of(context, flow, limits()));
    Set<HeaderRef> processed = HeaderBlocks.processed(context.getEnvelope());
    return new Exchange(
        context, flow, wire, properties, processed, resumes, new CompletableFuture<>());
  }

  private Limits limits() {
    return settings.gateway().manager().limits();
  }

  private Submission submission(Exchange exchange) {
    MessageContext context = exchange.context();
    return new Submission(
            exchange.flow(),
            Names.service(context),
            Names.operation(context),
            Names.action(context),
            exchange.wire().bytes(),
            exchange.properties(),
            exchange.processed(),
            ServiceSettings.orchestration(context.getAxisOperation(), exchange.flow()),
            ServiceSettings.deadline(context.getAxisOperation()))
        .client(Names.client(context, settings.gateway().clientHeader()));
  }

  /** Accepted, stored or busy, or PassThrough if it has no handlers after all. */
  private Admission admit(
      MessageContext context, Exchange exchange, Submission submission, boolean callerRuns)
      throws AxisFault {
    Admission admission;
    try {
      admission =
          callerRuns
              ? manager.admitCallerRuns(this, exchange, submission)
              : manager.admit(this, exchange, submission);
    } catch (MalformedMessageException e) {
      throw Faults.sender(context, e.getMessage());
    } catch (IllegalArgumentException e) {
      throw Faults.receiver(context, e.getMessage());
    }
    if (admission instanceof Admission.Refused refused) {
      throw Faults.halted(context, refused.fault(), Optional.empty());
    }
    return admission;
  }

  /** How long the message may be away before its thread stops believing in the manager. */
  private Duration limit(Submission submission) {
    return submission
        .deadline()
        .or(() -> chosen(submission).flatMap(Orchestration::deadline))
        .orElse(settings.gateway().manager().deadline())
        .plus(settings.gateway().grace());
  }

  private Optional<Orchestration> chosen(Submission submission) {
    try {
      return orchestrations.choose(submission);
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // the message began with a version that still had it
    }
  }

  private Outcome await(Exchange exchange, MessageId id, Duration limit) throws AxisFault {
    try {
      return wait.await(exchange.end(), limit);
    } catch (TimeoutException e) {
      manager.cancel(id);
      String reason = "no answer within the deadline and a grace, " + limit.toMillis() + " ms";
      throw Faults.halted(
          exchange.context(), new Fault(Fault.Code.DEADLINE, "", reason), Optional.of(id));
    } catch (InterruptedException e) {
      manager.cancel(id);
      Thread.currentThread().interrupt();
      throw Faults.halted(
          exchange.context(),
          new Fault(Fault.Code.CANCELLED, "", "the container interrupted the message's thread"),
          Optional.of(id));
    } catch (ExecutionException e) {
      throw Faults.receiver(exchange.context(), e.getCause().toString());
    }
  }

  @Override
  public void completed(Exchange exchange, Outcome.Completed outcome) {
    end(exchange, outcome);
  }

  @Override
  public void halted(Exchange exchange, Outcome.Halted outcome) {
    if (exchange.resumes()) {
      LOG.error(
          "message "
              + outcome.id()
              + " for service "
              + Names.service(exchange.context())
              + ", for which nobody waits, was halted: "
              + outcome.fault());
    }
    end(exchange, outcome);
  }

  private void end(Exchange exchange, Outcome outcome) {
    exchange.end().complete(outcome);
    if (exchange.resumes()) {
      oneWays.resume(exchange);
    }
  }

  @Override
  public void close() {
    reload.ifPresent(OrchestrationReload::close);
    nodes.close();
    manager.close();
    sizes.ifPresent(JobSizesFile::close);
    oneWays.close(); // says what was delivered, so the store is open until then
    store.close();
  }
}
