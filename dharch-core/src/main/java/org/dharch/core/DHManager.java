package org.dharch.core;

import java.net.URI;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.dharch.core.message.DMFormat;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.MessageId;
import org.dharch.core.node.NodeId;
import org.dharch.core.node.NodeStatus;
import org.dharch.core.node.WorkFormat;
import org.dharch.core.orchestration.Orchestrations;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.spi.CManager;
import org.dharch.core.spi.Gateway;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Distributed Handler Manager (seed 000, section 3.1.1): accepts messages, orchestrates their
 * execution and returns them to the gateway they came from. One per container. Safe for any thread.
 */
public final class DHManager implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DHManager.class);
  private static final long CLOSE_SECONDS = 5;

  private final DHManagerConfig config;
  private final CManager cmanager;
  private final CMCQueue cmcQueue = new CMCQueue();
  private final IMQueue imQueue;
  private final MPQueue mpQueue;
  private final Inbox inbox = new Inbox();
  private final HandlerOrchestrationManager orchestrationManager;
  private final NodeDirectory directory = new NodeDirectory();
  private final Counters counters = new Counters();
  private final Timelines timelines;
  private final MessageIds ids;
  private final WorkFormat format;
  private final Conductor conductor;
  private volatile boolean closed;

  /** The wiring: the way of a message, from the gateway and back to it. */
  DHManager(
      DHManagerConfig config,
      Orchestrations orchestrations,
      CManager cmanager,
      SplittableRandom random) {
    this.config = config;
    this.cmanager = cmanager;
    this.ids = new MessageIds(random.nextLong(), random.nextLong());
    this.format = new WorkFormat(config.limits());
    this.timelines = new Timelines(config.keptTimelines());
    this.orchestrationManager = new HandlerOrchestrationManager(orchestrations, directory);

    // gateway -> admit() keeps the container's context in cmcQueue and the message in imQueue
    this.imQueue = new IMQueue(config.queueBound());
    this.mpQueue = new MPQueue(config.window());
    Executor executor =
        new Executor(mpQueue, directory, counters, config.ticker(), random::nextDouble);
    Departure departure = new Departure(cmcQueue, timelines, counters); // -> gateway
    MessageSelector selector = // imQueue -> mpQueue
        new MessageSelector(imQueue, mpQueue, executor, departure, counters, config.ticker());
    MessageProcessor processor = // mpQueue -> cmanager, stage by stage; what has ended -> departure
        new MessageProcessor(
            mpQueue, cmanager, format, executor, directory, departure, counters, config);
    MessageReceiver receiver = // cmanager -> inbox -> merge -> mpQueue's next stage
        new MessageReceiver(
            inbox, imQueue, mpQueue, selector, executor, directory, counters, config);
    this.conductor =
        new Conductor(
            cmanager.address(), List.of(receiver, selector, processor), config.ticker(), counters);
  }

  /**
   * Builds and starts everything.
   *
   * @param cmanager started here and closed with the manager
   * @throws DHArchException if the transport cannot be set up
   */
  public static DHManager start(
      DHManagerConfig config, Orchestrations orchestrations, CManager cmanager) {
    SplittableRandom random = new SplittableRandom(new SecureRandom().nextLong());
    DHManager manager = new DHManager(config, orchestrations, cmanager, random);
    manager.conductor.start();
    cmanager.start(manager.new Transport());
    return manager;
  }

  /**
   * Takes a message in, or says at once why not; never blocks.
   *
   * @param gateway hears of the message's end, exactly once, if it was accepted
   * @param context the container's own context, kept as it is in CMCQueue
   * @throws IllegalArgumentException if the submission names an orchestration that there is not
   */
  public <C> Admission admit(Gateway<C> gateway, C context, Submission message) {
    Optional<HandlerOrchestrationManager.Plan> plan;
    try {
      plan = orchestrationManager.choose(message);
    } catch (MalformedMessageException e) {
      counters.count(Counter.REFUSED);
      return new Admission.Refused(new Fault(Fault.Code.MALFORMED, "", e.getMessage()));
    }
    if (plan.isEmpty()) {
      return new Admission.PassThrough();
    }
    Optional<Fault> refusal =
        refusal(message).or(() -> orchestrationManager.hopeless(plan.get().orchestration()));
    if (refusal.isPresent()) {
      counters.count(Counter.REFUSED);
      return new Admission.Refused(refusal.get());
    }
    MessageId id = ids.next();
    cmcQueue.put(id, new CMCQueue.Held<>(gateway, context));
    DHMContext dhmContext =
        new DHMContext(id, message, plan.get(), config, config.ticker().nanos());
    if (!imQueue.offer(dhmContext)) {
      cmcQueue.take(id);
      counters.count(Counter.BUSY);
      return new Admission.Busy(config.queueBound(), config.retryAfter());
    }
    counters.count(Counter.ADMITTED);
    conductor.signal();
    return new Admission.Accepted(id);
  }

  private Optional<Fault> refusal(Submission message) {
    if (closed) {
      return Optional.of(new Fault(Fault.Code.SHUT_DOWN, "", "the manager was closed"));
    }
    int length = message.envelope().length;
    int max = config.limits().maxPayloadBytes();
    if (length > max) {
      return Optional.of(
          new Fault(
              Fault.Code.TOO_LARGE,
              "",
              "the message's " + length + " bytes are more than maxPayloadBytes=" + max));
    }
    return Optional.empty();
  }

  /** Withdraws a message; false if it is not (any more) here. Its gateway hears it as halted. */
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
   * Has a message go on with {@code rest} after the stage it is in, in the place of what is left of
   * its orchestration. What the policy forbids is refused; the message's timeline says so.
   *
   * @return false if the message is not (any more) here
   */
  public boolean revise(MessageId id, Sequence rest) {
    boolean taken = cmcQueue.holds(id) && inbox.put(new Inbox.Revise(id, rest));
    conductor.signal();
    return taken;
  }

  /** From now on new messages follow these; those under way keep what they began with. */
  public void orchestrations(Orchestrations value) {
    orchestrationManager.exchange(value);
  }

  /** The nodes alive, by their latest heartbeat. */
  public List<NodeStatus> nodes() {
    return directory.statuses();
  }

  /** Where nodes reach the broker, if the transport runs one itself. */
  public Optional<URI> nodeUri() {
    return cmanager.nodeUri();
  }

  /** Every counter's value now. */
  public Map<Counter, Long> counters() {
    return counters.snapshot();
  }

  /** The timelines of the latest messages to end, oldest first; bounded by configuration. */
  public List<Timeline> timelines() {
    return timelines.snapshot();
  }

  /** How many messages are here, waiting or in execution. */
  public int inFlight() {
    return cmcQueue.size();
  }

  /** How many messages wait for MessageSelector. */
  int waiting() {
    return imQueue.size();
  }

  /** How many messages are in the window. */
  int executing() {
    return mpQueue.size();
  }

  /** How many tasks are on nodes. */
  int burden() {
    return directory.burden();
  }

  /** Lets the agents look at what has come and at the clock; for whoever drives time himself. */
  void step() {
    conductor.signal();
  }

  /** When {@link #step} is due at the latest if nothing comes. */
  long nextWake() {
    return conductor.nextWake();
  }

  /** What the transport is to tell; {@link #start} does this, and whoever drives time himself. */
  CManager.Receiver receiver() {
    return new Transport();
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
    try {
      if (!ended(false)) {
        LOG.warn("{} messages could not be unwound in time", executing());
        ended(true);
      }
    } finally {
      cmanager.close();
      conductor.close();
    }
  }

  /** Ends what is here; true if it has ended in time. */
  private boolean ended(boolean abandon) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    inbox.put(new Inbox.Close(done, abandon));
    conductor.signal();
    try {
      done.get(CLOSE_SECONDS, TimeUnit.SECONDS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException | TimeoutException e) {
      return false;
    }
  }

  /** What the transport tells, brought to the conductor's turn. */
  private final class Transport implements CManager.Receiver {
    @Override
    public void reply(DMFormat reply) {
      try {
        bring(new Inbox.Replied(format.reply(reply)));
      } catch (MalformedMessageException e) {
        malformed(e.getMessage());
      }
    }

    @Override
    public void status(NodeStatus status) {
      bring(new Inbox.Heard(status));
    }

    @Override
    public void gone(NodeId node) {
      bring(new Inbox.Gone(node));
    }

    @Override
    public void connected(boolean up) {
      bring(new Inbox.Connected(up));
    }

    @Override
    public void malformed(String reason) {
      counters.count(Counter.MALFORMED);
      LOG.warn("a message from a node is ignored: {}", reason);
    }

    private void bring(Inbox.Item item) {
      if (!inbox.put(item)) {
        LOG.warn("the manager's inbox is full; dropped: {}", item);
      }
      conductor.signal();
    }
  }
}
