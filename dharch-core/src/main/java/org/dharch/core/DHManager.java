package org.dharch.core;

import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.dharch.api.MessageId;
import org.dharch.core.admission.AdmissionControl;
import org.dharch.core.admission.AdmissionControl.MessageIds;
import org.dharch.core.admission.CompensationReentry;
import org.dharch.core.admission.ReplayAdmission;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.config.EmissionBounds;
import org.dharch.core.context.CMCQueue;
import org.dharch.core.context.Conductor;
import org.dharch.core.context.EndedMessages;
import org.dharch.core.context.FailureLines;
import org.dharch.core.context.Inbox;
import org.dharch.core.context.LargeWork;
import org.dharch.core.context.LargeWorkers;
import org.dharch.core.context.MessageTraces;
import org.dharch.core.emission.Emissions;
import org.dharch.core.engine.ExecutionDriver;
import org.dharch.core.engine.MessageProcessor;
import org.dharch.core.engine.MessageReceiver;
import org.dharch.core.engine.MessageSelector;
import org.dharch.core.engine.OutcomeDelivery;
import org.dharch.core.engine.TaskBatchSender;
import org.dharch.core.execution.progress.ProgressFormat;
import org.dharch.core.flow.ConcurrencyLimitScope;
import org.dharch.core.flow.JobSizes;
import org.dharch.core.message.Admission;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.message.Timeline;
import org.dharch.core.metrics.Counter;
import org.dharch.core.metrics.Counters;
import org.dharch.core.metrics.Latencies;
import org.dharch.core.orchestration.Constructs;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.placement.GoneNodes;
import org.dharch.core.placement.HandlerOrchestrationManager;
import org.dharch.core.placement.NodeDirectory;
import org.dharch.core.placement.StartupGracePeriod;
import org.dharch.core.query.ProgressQueries;
import org.dharch.core.query.QueryResponder;
import org.dharch.core.query.TransportListener;
import org.dharch.core.queue.IMQueue;
import org.dharch.core.queue.MPQueue;
import org.dharch.core.queue.Slots;
import org.dharch.core.recovery.DeliveryConfirmations;
import org.dharch.core.recovery.ProgressWriter;
import org.dharch.core.recovery.StoreAgent;
import org.dharch.core.spi.BrokerState;
import org.dharch.core.spi.CManager;
import org.dharch.core.spi.Gateway;
import org.dharch.core.spi.Outbound;
import org.dharch.core.spi.ReplayGateway;
import org.dharch.core.store.MemoryStore;
import org.dharch.core.store.MessageStore;
import org.dharch.core.store.StoredMessage;
import org.dharch.core.view.GoneNode;
import org.dharch.core.view.ManagerQueryReply;
import org.dharch.core.view.MessageProgress;
import org.dharch.core.view.MessageQuery;
import org.dharch.core.view.QueueLengths;
import org.dharch.core.view.TraceListener;
import org.dharch.core.view.Unresolved;
import org.dharch.core.wire.EmissionFormat;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.TaskBatchFormat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Distributed Handler Manager (seed 000, section 3.1.1): accepts messages, orchestrates their
 * execution and returns them to their gateway. One per container. Safe for any thread.
 *
 * <p>A long file, because it is the only entry point: after the wiring each method delegates in a
 * line or two.
 */
public final class DHManager implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DHManager.class);
  private static final long CLOSE_SECONDS = 5;

  private final DHManagerConfig config;
  private final CManager cmanager;
  private final CMCQueue cmcQueue = new CMCQueue();
  private final JobSizes sizes = new JobSizes();
  private final Slots slots;
  private final IMQueue imQueue;
  private final MPQueue mpQueue;
  private final Inbox inbox = new Inbox();
  private final HandlerOrchestrationManager orchestrationManager;
  private final StartupGracePeriod grace;
  private final AdmissionControl admissionControl;
  private final TransportListener transportListener;
  private final NodeDirectory directory;
  private final GoneNodes goneNodes = new GoneNodes();
  private final Counters counters;
  private final Latencies latencies;
  private final MessageTraces traces;
  private final EndedMessages ended;
  private final ProgressQueries progress;
  private final QueryResponder questions;
  private final ExecutionDriver driver;
  private final Conductor conductor;
  private final StoreAgent storeAgent;
  private final ProgressWriter progressWriter;
  private final DeliveryConfirmations deliveryConfirmations;
  private final LargeWork largeWork;
  private final Emissions emissions;
  private volatile Supplier<Optional<String>> reloadWaits = Optional::empty;
  private volatile boolean closed;

  /** Keeps what is kept in memory. */
  DHManager(
      DHManagerConfig config,
      Orchestrations orchestrations,
      CManager cmanager,
      SplittableRandom random) {
    this(
        config,
        orchestrations,
        cmanager,
        random,
        new MemoryStore(config.storeLimits()),
        InstantSource.system(),
        new LargeWorkers(cmanager.address()));
  }

  /** The wiring: the way of a message, from the gateway and back to it. */
  DHManager(
      DHManagerConfig config,
      Orchestrations orchestrations,
      CManager cmanager,
      SplittableRandom random,
      MessageStore store,
      InstantSource wallClock,
      LargeWork largeWork) {
    this.config = config;
    this.largeWork = largeWork;
    this.cmanager = cmanager;
    TaskBatchFormat format = new TaskBatchFormat(config.limits());
    long incarnation = random.nextLong();
    MessageIds ids = new MessageIds(incarnation, random.nextLong());
    this.directory = new NodeDirectory(config.flow(), new SplittableRandom(incarnation)::nextInt);
    this.latencies = new Latencies(config.ticker()::nanos);
    this.counters = new Counters(config.ticker()::nanos);
    this.traces = new MessageTraces(counters);
    this.ended = new EndedMessages(config.keptTimelines(), config.ticker());
    this.orchestrationManager = new HandlerOrchestrationManager(orchestrations, directory);

    this.slots = new Slots(config.flow(), sizes, counters); // the window
    this.imQueue =
        new IMQueue(config.flow().queueBound(), config.flow().selection().policy(slots::size));
    this.mpQueue = new MPQueue(slots);
    FailureLines lines = new FailureLines(config.ticker()::nanos);
    this.driver =
        new ExecutionDriver(
            mpQueue,
            directory,
            counters,
            largeWork,
            config.ticker(),
            random::nextDouble,
            incarnation,
            config.speculative(),
            config.direct() && cmanager.nodesMeet(),
            lines);
    this.storeAgent = // failed messages -> store; from there back to imQueue
        new StoreAgent(
            cmanager.address(),
            store,
            config.storeLimits(),
            new ProgressFormat(config.limits()),
            counters,
            wallClock);
    this.progressWriter = // before a stateful handler is begun: how far the message is -> store
        new ProgressWriter(cmanager.address(), storeAgent.progressRecords(), counters);
    this.deliveryConfirmations = // completed messages that their gateways take to their services
        new DeliveryConfirmations(
            storeAgent,
            progressWriter,
            new ProgressFormat(config.limits()),
            inbox,
            config.ticker());
    storeAgent.eachLook(deliveryConfirmations::giveUp);
    storeAgent.check(orchestrations);
    OutcomeDelivery delivery = // -> gateway
        new OutcomeDelivery(
            cmcQueue, ended, storeAgent, deliveryConfirmations, counters, latencies, traces, lines);
    this.grace = new StartupGracePeriod(config, orchestrationManager, directory);
    MessageSelector selector = // imQueue -> mpQueue
        new MessageSelector(
            imQueue, mpQueue, slots, sizes, driver, delivery, grace, counters, config.ticker());
    TaskBatchSender sender = // -> cmanager
        new TaskBatchSender(
            cmanager, format, driver, directory, counters, largeWork, inbox, config);
    MessageProcessor processor = // mpQueue -> sender, stage by stage; what has ended -> delivery
        new MessageProcessor(
            mpQueue,
            slots,
            sender,
            driver,
            largeWork, // what takes long -> elsewhere, and back by the inbox
            inbox,
            delivery,
            progressWriter,
            emit -> emissions().send(emit), // -> a service, an address, or another manager
            counters,
            config.ticker());
    MessageReceiver receiver = // cmanager -> inbox -> merge -> mpQueue's next stage
        new MessageReceiver(
            inbox, imQueue, mpQueue, slots, selector, driver, directory, goneNodes, counters,
            cmanager, // what a node is told of itself
            config);
    this.conductor =
        new Conductor(
            cmanager.address(), List.of(receiver, selector, processor), config.ticker(), counters);
    inbox.signal(conductor::signal);
    this.progress = new ProgressQueries(inbox, conductor::signal, ended);
    this.questions = new QueryResponder(cmanager, progress);
    progressWriter.whenDone(
        (message, written) -> {
          storeAgent.progressRecords().recorded(message.id(), written);
          inbox.tell(new Inbox.Recorded(message, written));
        });
    this.admissionControl = // gateway -> cmcQueue (its own context) and imQueue (the message)
        new AdmissionControl(
            config,
            orchestrationManager,
            storeAgent,
            cmcQueue,
            imQueue,
            mpQueue,
            slots,
            sizes,
            ids,
            counters,
            grace,
            traces,
            conductor);
    this.emissions = // what handlers emit -> admissionControl -> services and addresses
        new Emissions(
            cmanager,
            admissionControl,
            config,
            EmissionBounds.DEFAULT,
            this::answered, // nobody waits for the service of such a message
            counters);
    this.transportListener = // cmanager -> inbox
        new TransportListener(
            format,
            new EmissionFormat(config.limits()),
            emissions,
            questions,
            inbox,
            conductor,
            counters);
    storeAgent.recover(new CompensationReentry(admissionControl, directory));
  }

  /**
   * Builds and starts everything; failed messages are kept in memory.
   *
   * @param cmanager started here and closed with the manager
   * @throws DHArchException if the transport cannot be set up, or an orchestration is durable
   */
  public static DHManager start(
      DHManagerConfig config, Orchestrations orchestrations, CManager cmanager) {
    return start(config, orchestrations, cmanager, new MemoryStore(config.storeLimits()));
  }

  /**
   * Builds and starts everything.
   *
   * @param cmanager started here and closed with the manager
   * @param store where halted and accepted messages are kept; the caller closes it, after the
   *     manager and after what the manager completed has been delivered
   * @throws DHArchException if the transport cannot be set up, or an orchestration is durable and
   *     the store is not
   */
  public static DHManager start(
      DHManagerConfig config,
      Orchestrations orchestrations,
      CManager cmanager,
      MessageStore store) {
    SplittableRandom random = new SplittableRandom(new SecureRandom().nextLong());
    DHManager manager =
        new DHManager(
            config,
            orchestrations,
            cmanager,
            random,
            store,
            InstantSource.system(),
            new LargeWorkers(cmanager.address()));
    try {
      manager.storeAgent.start();
      manager.progressWriter.start();
      manager.emissions.start();
      manager.conductor.start();
      manager.boundHeartbeats(orchestrations);
      cmanager.start(manager.transportListener);
      manager.takeAll();
      return manager;
    } catch (RuntimeException | Error e) {
      manager.closeAfter(e);
      throw e;
    }
  }

  /** The nodes that are there already are known when this returns, unless that takes long. */
  private void takeAll() {
    CompletableFuture<Void> taken = new CompletableFuture<>();
    inbox.put(new Inbox.Until(taken));
    conductor.signal();
    await(taken, 1);
  }

  /** Closes what has begun because the rest could not. */
  private void closeAfter(Throwable failure) {
    try {
      close();
    } catch (RuntimeException | Error e) {
      failure.addSuppressed(e);
    }
  }

  /**
   * Admits a message, or returns at once the reason why not. Never blocks, with one exception: a
   * one-way message of a durable orchestration is on the store's disk when this returns.
   *
   * @param gateway receives the outcome of an accepted message, exactly once
   * @param context the container's own context, kept unchanged in CMCQueue
   * @throws IllegalArgumentException if the submission names an unknown orchestration
   */
  public <C> Admission admit(Gateway<C> gateway, C context, Submission message) {
    return admissionControl.admit(gateway, context, message, false);
  }

  /**
   * As {@link #admit}, but the calling thread, which would only wait for the message's end, runs
   * those of its handlers whose node is in this JVM. That saves waking other threads. When this
   * returns the message may have ended, or handlers elsewhere are still running.
   *
   * <p>A handler that ignores its interrupt blocks the calling thread, even past the message's
   * deadline. The gateway still receives the outcome in time.
   */
  public <C> Admission admitCallerRuns(Gateway<C> gateway, C context, Submission message) {
    return admissionControl.admit(gateway, context, message, true);
  }

  /**
   * Whether any request that arrived now would be rejected as busy: a gateway may ask before it
   * reads a message that it would only reject. An empty result is no promise.
   */
  public Optional<Admission.Busy> busy() {
    return busy(Optional.empty());
  }

  /**
   * The same for a request with this header {@link Submission#WITHIN}: a nested call of a request
   * that is here takes no slot, so it is not rejected before it has been read.
   */
  public Optional<Admission.Busy> busy(Optional<String> within) {
    return admissionControl.busy(within);
  }

  /** Cancels a message; false if it is not here. Its gateway receives a failed outcome. */
  public boolean cancel(MessageId id) {
    if (!cmcQueue.holds(id)) {
      return false;
    }
    Fault fault = new Fault(Fault.Code.CANCELLED, "", "the requester withdrew the message");
    boolean taken = inbox.put(new Inbox.Withdraw(id, fault));
    conductor.signal();
    return taken;
  }

  /**
   * Replaces the rest of a message's orchestration, after its current stage, by {@code rest}. A
   * change that the policy forbids is rejected and noted in the message's timeline.
   *
   * @return false if the message is not here
   */
  public boolean revise(MessageId id, Sequence rest) {
    boolean taken = cmcQueue.holds(id) && inbox.put(new Inbox.Revise(id, rest));
    conductor.signal();
    return taken;
  }

  /**
   * The gateway says that the service has answered this request, or will not: with {@link
   * org.dharch.core.flow.ConcurrencyLimitScope#REQUEST} its slot goes to the next message. It may
   * be said more than once, and of a request that holds none.
   */
  public void answered(MessageId request) {
    boolean isAwaited =
        config.flow().scope() == ConcurrencyLimitScope.REQUEST
            || slots.callsWithin(request).isPresent();
    if (isAwaited && inbox.put(new Inbox.Answered(request))) {
      conductor.signal();
    }
  }

  /** The learned run times of messages. */
  public JobSizes jobSizes() {
    return sizes;
  }

  /** How many messages may be in execution at once now. */
  public int concurrencyLimit() {
    return slots.size();
  }

  /**
   * Stored messages come back through {@code replayGateway} from now on: those accepted in an
   * earlier life at once, replayed ones on request.
   */
  public <C> void replayGateway(ReplayGateway<C> replayGateway) {
    storeAgent.replayThrough(
        new ReplayAdmission<>(
            admissionControl, new ProgressFormat(config.limits()), replayGateway));
    emissions.replayGateway(replayGateway);
  }

  /**
   * Accepts emissions for these services from now on, and no longer for others. They are delivered
   * through the {@link #replayGateway}; without it none are accepted. Several managers may have
   * services of the same name: each emission goes to one of them. A gateway confirms each of these
   * messages with {@link #delivered} or {@link #undelivered}, as for stored messages.
   *
   * @param services their names, as orchestration rules name them
   */
  public void emissionsFor(Set<String> services) {
    emissions.services(services);
  }

  /**
   * Accepts emissions for outside addresses from now on and sends them by {@code outbound}, which
   * the caller closes after the manager.
   */
  public void outbound(Outbound outbound) {
    emissions.outbound(outbound);
  }

  private Emissions emissions() {
    return emissions;
  }

  /**
   * The gateway says of a one-way or revived message that its service was invoked. What the store
   * had of it goes. Of other messages there is nothing to say, and nothing happens. May wait for a
   * disk, so not to be called from within the gateway's own methods.
   */
  public void delivered(MessageId id) {
    if (!emissions.delivered(id)) {
      storeAgent.ended().delivered(id);
    }
  }

  /**
   * Confirms the delivery of a message: a gateway that {@linkplain Gateway#handsOver confirms}
   * calls this immediately before it invokes the service, and invokes it only if it gets {@code
   * outcome} back. If the message expects a response and its orchestration has {@code
   * recover="compensate"}, this waits for one write to the store's disk, 10 s at most. From then on
   * the effects of its handlers stay, whether the service is invoked or not. May block, so not to
   * be called within the gateway's own methods. Idempotent.
   *
   * @return {@code outcome}; or a failed outcome: the message must not go to its service, and its
   *     handlers are compensated
   */
  public Outcome handOver(Outcome.Completed outcome) {
    return handedOver(deliveryConfirmations.handOver(outcome));
  }

  /** The same without waiting, for a caller that drives time itself. */
  public CompletableFuture<Outcome> handingOver(Outcome.Completed outcome) {
    return deliveryConfirmations.handingOver(outcome).thenApply(this::handedOver);
  }

  private Outcome handedOver(Outcome outcome) {
    if (outcome instanceof Outcome.Failed failed) {
      emissions.undelivered(failed.id(), failed.fault().toString());
    }
    return outcome;
  }

  /** Whether {@link #handOver} has something to write of this message. */
  public boolean awaitsHandOver(MessageId id) {
    return deliveryConfirmations.isAwaited(id);
  }

  /**
   * The gateway says that a completed message did not reach its service. If the store has it, or
   * its {@link #handOver} is awaited, it lies with the failed ones from now on, and what its
   * handlers did is compensated; else nothing happens. Does not wait.
   */
  public void undelivered(Outcome.Completed outcome, String reason) {
    emissions.undelivered(outcome.id(), reason);
    if (!deliveryConfirmations.notHandedOver(outcome.id(), reason)) {
      storeAgent.failures().undelivered(outcome, reason);
    }
  }

  /** The failed messages that are kept, oldest first. Reads them all. */
  public List<StoredMessage> failed() {
    return storeAgent.messages().failed();
  }

  /** One failed message by the id that it was first halted under. */
  public Optional<StoredMessage> failed(MessageId id) {
    return storeAgent.messages().find(id);
  }

  /**
   * Executes a failed message again; its response, if it has one, is discarded. It continues with
   * the stage that failed, under its own id, and keeps earlier results, unless a handler of an
   * earlier stage was compensated or its orchestration has changed: then it starts from the
   * beginning, under a new id. It waits while its handlers or its service are missing. It stays in
   * the store until its service was invoked.
   *
   * @return false if there is no such failed message
   * @throws DHArchException if no {@link #replayGateway} was registered
   */
  public boolean replay(MessageId id) {
    return replay(id, false);
  }

  /**
   * The same.
   *
   * @param fromStart whether to start from the beginning in any case
   */
  public boolean replay(MessageId id, boolean fromStart) {
    if (!storeAgent.accepted().canReplay()) {
      throw new DHArchException(
          "cannot replay messages: the container has registered no replay gateway");
    }
    return storeAgent.messages().replay(id, fromStart);
  }

  /**
   * The messages that have ended with pending compensations, oldest first. Compensations are
   * retried until they succeed, except those with an unknown result. Reads them all.
   */
  public List<Unresolved> unresolved() {
    ProgressFormat format = new ProgressFormat(config.limits());
    return storeAgent.messages().unresolved().stream().map(m -> Unresolved.of(m, format)).toList();
  }

  /** Whether there are {@link #unresolved} messages. */
  boolean hasUnresolved() {
    return storeAgent.messages().hasUnresolved();
  }

  /**
   * A person has compensated what was to be compensated of this message; false if there is no such.
   */
  public boolean resolve(MessageId id) {
    return storeAgent.messages().resolve(id);
  }

  /** Forgets a failed message; false if there is no such. */
  public boolean drop(MessageId id) {
    return storeAgent.messages().drop(id);
  }

  /** Whether {@link #stepProgress} has something to do. */
  public boolean recordsWait() {
    return progressWriter.isWaiting();
  }

  /** Writes how far messages are; for a caller that drives time itself. */
  public void stepProgress() {
    progressWriter.step();
  }

  /** Whether {@link #stepEmissions} has something to do but for the clock. */
  boolean emissionsWait() {
    return emissions.isWaiting();
  }

  /** Does what is to be done of emissions; for a caller that drives time itself. */
  public void stepEmissions() {
    emissions.step();
  }

  /** How many emissions are in hand. */
  public int emissionsInHand() {
    return emissions.size();
  }

  /** Runs the store's work of one second; for a caller that drives time itself. */
  public void stepStore() {
    storeAgent.step();
  }

  /**
   * From now on new messages follow these; those under way keep what they began with.
   *
   * @throws DHArchException if one of them is durable and the store is not; nothing has changed
   */
  public void orchestrations(Orchestrations value) {
    storeAgent.check(value);
    orchestrationManager.exchange(value);
    boundHeartbeats(value);
  }

  /** No stateful handler is to be late because the latest heartbeat of its node is old. */
  private void boundHeartbeats(Orchestrations of) {
    Duration[] shortest = {config.timeouts().toStart()};
    for (Orchestration each : of.byName().values()) {
      Constructs.eachStage(
          each.body(),
          stage ->
              stage.handlers().stream()
                  .filter(entry -> entry.atomicity().stateful())
                  .flatMap(entry -> entry.timeToStart().stream())
                  .filter(toStart -> toStart.compareTo(shortest[0]) < 0)
                  .forEach(toStart -> shortest[0] = toStart));
    }
    cmanager.heartbeatsWithin(config.rarestHeartbeat(shortest[0]));
  }

  /**
   * Why messages that followed {@code next} might be halted at once: handlers that must perform,
   * and that what they follow now does not need, are served by no node now. Empty if there are
   * none.
   */
  public Optional<String> unserved(Orchestrations next) {
    return orchestrationManager.unserved(next);
  }

  /** Sets the reason why a new version of the {@link #orchestrations} waits, for health checks. */
  public void reloadWaits(Supplier<Optional<String>> value) {
    reloadWaits = value;
  }

  /** The reason why a new version of the orchestrations waits; empty if there is none. */
  public Optional<String> reloadWaits() {
    return reloadWaits.get();
  }

  /** The orchestrations of new messages. */
  public Orchestrations orchestrations() {
    return orchestrationManager.current();
  }

  /** The address of nodes' replies, unique among the managers of a broker. */
  public String address() {
    return cmanager.address();
  }

  /** The configuration with which it was started. */
  public DHManagerConfig config() {
    return config;
  }

  /** The nodes alive, by their latest heartbeat. */
  public List<NodeStatus> nodes() {
    return directory.statuses();
  }

  /**
   * Nodes that were here and are not any more, the one that went last first; of many names those
   * that went last.
   */
  public List<GoneNode> goneNodes() {
    return goneNodes.now(config.ticker().nanos());
  }

  /** Nodes that receive no work because an active node of the same name was there first. */
  public List<NodeStatus> duplicates() {
    return directory.duplicates();
  }

  /** Whether there is a connection to the broker, or to one of them; true where none is needed. */
  public boolean isConnected() {
    return transportListener.isConnected();
  }

  /** Its brokers, and how they are; none where there is no broker. */
  public List<BrokerState> brokers() {
    return cmanager.brokers();
  }

  /** The folder of accepted and failed messages; empty if they are in memory. */
  public Optional<Path> storeFolder() {
    return storeAgent.messages().folder();
  }

  /** Those of them to which there are direct links now: nothing of theirs goes by the broker. */
  public Set<NodeId> linked() {
    return cmanager.linked();
  }

  /** The address at which nodes reach the broker, if the transport runs one itself. */
  public Optional<URI> nodeUri() {
    return cmanager.nodeUri();
  }

  /** Every counter's value now. */
  public Map<Counter, Long> counters() {
    return counters.snapshot();
  }

  /**
   * How long ago something was counted last that is wrong, as {@link Counter#ERRORS}; empty if it
   * never was, or the counter counts what is in order.
   */
  public Optional<Duration> sinceCounted(Counter counter) {
    return counters.since(counter);
  }

  /** One counter alone; for a caller that asks at every step. */
  long counter(Counter which) {
    return counters.value(which);
  }

  /** The handlers for which messages are held although a node has room; there are to be none. */
  List<String> blockedDespiteCapacity() {
    return driver.blockedDespiteCapacity();
  }

  /** The latest messages to end, oldest first; bounded by configuration. */
  public List<MessageProgress> ended() {
    return ended.snapshot();
  }

  /** Their timelines. */
  public List<Timeline> timelines() {
    return ended.snapshot().stream().map(MessageProgress::timeline).toList();
  }

  /**
   * The progress or the end of a message, if it is in execution or among the latest to end.
   *
   * @throws DHArchException if the manager does not reply within 5 s
   */
  public Optional<MessageProgress> progress(MessageId id) {
    return progress.find(id);
  }

  /**
   * The matching messages in execution, oldest first, followed by ended ones, latest first, if
   * requested. Determined on the event loop, about 10 us a message.
   *
   * @throws DHArchException if the manager does not reply within 5 s
   */
  public List<MessageProgress> progress(MessageProgress.Filter which) {
    return progress.list(which);
  }

  /**
   * Queries all reachable managers of the namespace, this one first: seed 002's status monitor,
   * without any central part except the broker. Without the broker only this one replies. Waits
   * until no more replies seem to arrive.
   *
   * @param most the longest wait
   * @return by the managers' addresses
   * @throws DHArchException if this manager does not reply within 5 s
   */
  public List<ManagerQueryReply> askManagers(MessageQuery question, Duration most) {
    return questions.ask(question, most);
  }

  /**
   * The waiting messages; determined on the event loop.
   *
   * @throws DHArchException if the manager does not reply within 5 s
   */
  public QueueLengths queues() {
    return progress.lengths();
  }

  /**
   * From now on each message is part of a trace, which its handlers and its service find in {@code
   * traceparent}, and {@code listener} receives its end.
   */
  public void traces(TraceListener listener) {
    traces.listener(listener);
  }

  /** How long handlers and messages took since the manager started. */
  public Latencies latencies() {
    return latencies;
  }

  /** How many messages are here, waiting or in execution. */
  public int inFlight() {
    return cmcQueue.size();
  }

  /** How many messages wait for MessageSelector. */
  public int waiting() {
    return imQueue.size();
  }

  /** How many of these wait for nodes, since the manager has just started. */
  int waitingForNodes() {
    return imQueue.earlySize();
  }

  /** Whether this message does. */
  boolean waitsForNodes(MessageId id) {
    return imQueue.isEarly(id);
  }

  /** How many of those need not, since the nodes are there. */
  int waitingForNodesInVain() {
    return imQueue.countEarly(waiting -> grace.unservable(waiting).isEmpty());
  }

  /** The number of messages that execute or notify. */
  public int executing() {
    return mpQueue.size();
  }

  /** How many slots of the window are held. */
  int slotsHeld() {
    return slots.inUse();
  }

  /** Whether there is a way to a node, as far as is known. */
  boolean reaches(NodeId node) {
    return directory.reaches(node);
  }

  /** How many tasks are on nodes. */
  int burden() {
    return directory.burden();
  }

  /**
   * Lets the agents look at what has come and at the clock; for a caller that drives time itself.
   */
  public void step() {
    conductor.signal();
  }

  /** The time at which {@link #step} is due at the latest if nothing arrives. */
  long nextWake() {
    return conductor.nextWake();
  }

  /**
   * The receiver for the transport; {@link #start} connects it, or a caller that drives time
   * itself.
   */
  CManager.Receiver receiver() {
    return transportListener;
  }

  /**
   * Takes nothing new, halts what is here with {@link Fault.Code#SHUT_DOWN}, and closes the rest.
   * Idempotent.
   */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    CompletableFuture<Void> end = beginClose();
    // closed from the right to the left
    try (storeAgent;
        emissions;
        deliveryConfirmations;
        progressWriter;
        largeWork;
        conductor;
        cmanager) {
      if (!await(end, CLOSE_SECONDS)) {
        LOG.warn("Compensations not completed in time messages={}", executing());
        await(end(true), CLOSE_SECONDS);
      }
      deliveryConfirmations.awaitAll(CLOSE_SECONDS);
      emissions.awaitSends(Duration.ofSeconds(CLOSE_SECONDS));
    }
  }

  /**
   * Takes nothing new, and has what is here end; {@link #close} does this, and a caller that drives
   * time itself.
   *
   * @return done when it has
   */
  CompletableFuture<Void> beginClose() {
    emissions.shut();
    admissionControl.close();
    return end(false);
  }

  private CompletableFuture<Void> end(boolean abandon) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    inbox.put(new Inbox.Close(done, abandon));
    conductor.signal();
    return done;
  }

  private static boolean await(CompletableFuture<Void> done, long seconds) {
    try {
      done.get(seconds, TimeUnit.SECONDS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException | TimeoutException e) {
      return false;
    }
  }
}
