package org.dharch.core;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.dharch.api.MessageId;
import org.dharch.core.admission.ReplayAdmission;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.context.Inbox;
import org.dharch.core.context.LargeWorkers;
import org.dharch.core.execution.progress.ProgressFormat;
import org.dharch.core.flow.JobSizes;
import org.dharch.core.message.Admission;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.recovery.StoredMessages;
import org.dharch.core.spi.CManager;
import org.dharch.core.spi.Gateway;
import org.dharch.core.spi.Outbound;
import org.dharch.core.spi.ReplayGateway;
import org.dharch.core.store.MemoryStore;
import org.dharch.core.store.MessageStore;
import org.dharch.core.view.TraceListener;

/**
 * Distributed Handler Manager (seed 000, section 3.1.1): accepts messages, orchestrates their
 * execution and returns them to their gateway. One per container. Safe for any thread.
 *
 * <p>{@link #status} reports its state, {@link #storedMessages} has the commands for failed
 * messages.
 */
public final class DHManager implements AutoCloseable {
  final ManagerParts parts;
  final ManagerLifecycle lifecycle;
  private final ManagerStatus status;
  private volatile Supplier<Optional<String>> reloadWaits = Optional::empty;

  DHManager(ManagerParts parts) {
    this.parts = parts;
    this.lifecycle = new ManagerLifecycle(parts);
    this.status = new ManagerStatus(parts);
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
   * @param store keeps failed and accepted messages; the caller closes it, after the manager and
   *     after the messages that the manager completed have been delivered
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
            new ManagerParts(
                config,
                orchestrations,
                cmanager,
                random,
                store,
                InstantSource.system(),
                new LargeWorkers(cmanager.address())));
    manager.lifecycle.start();
    return manager;
  }

  /** The state of the manager and of the messages in it. */
  public ManagerStatus status() {
    return status;
  }

  /** The failed and unresolved messages, and the commands for them. */
  public StoredMessages storedMessages() {
    return parts.storeAgent.messages();
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
    return parts.admissionControl.admit(gateway, context, message, false);
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
    return parts.admissionControl.admit(gateway, context, message, true);
  }

  /**
   * Whether any request that arrived now would be rejected as busy: a gateway may ask before it
   * reads a message that it would only reject. An empty result is no promise.
   */
  public Optional<Admission.Busy> busy() {
    return parts.admissionControl.busy();
  }

  /**
   * The same for a request with this header {@link Submission#WITHIN}: a nested call of a request
   * that is here takes no slot, so it is not rejected before it has been read.
   */
  public Optional<Admission.Busy> busy(String within) {
    return parts.admissionControl.busy(within);
  }

  /** Cancels a message; false if it is not here. Its gateway receives a failed outcome. */
  public boolean cancel(MessageId id) {
    if (!parts.queues.cmcQueue().holds(id)) {
      return false;
    }
    Fault fault = new Fault(Fault.Code.CANCELLED, "", "the requester withdrew the message");
    return parts.put(new Inbox.Withdraw(id, fault));
  }

  /**
   * Replaces the rest of a message's orchestration, after its current stage, by {@code rest}. A
   * change that the policy forbids is rejected and noted in the message's timeline.
   *
   * @return false if the message is not here
   */
  public boolean revise(MessageId id, Sequence rest) {
    return parts.queues.cmcQueue().holds(id) && parts.put(new Inbox.Revise(id, rest));
  }

  /**
   * Reports that the service has answered this request, or will not. With {@link
   * org.dharch.core.flow.ConcurrencyLimitScope#REQUEST} its slot is released. Has no effect if the
   * request holds no slot.
   */
  public void answered(MessageId request) {
    parts.answered(request);
  }

  /** The learned run times of messages. */
  public JobSizes jobSizes() {
    return parts.queues.sizes();
  }

  /**
   * Admits stored messages through {@code replayGateway} from now on: those accepted by an earlier
   * incarnation at once, replayed ones on request.
   */
  public <C> void replayGateway(ReplayGateway<C> replayGateway) {
    parts.storeAgent.replayThrough(
        new ReplayAdmission<>(
            parts.admissionControl, new ProgressFormat(parts.config.limits()), replayGateway));
    parts.emissions.replayGateway(replayGateway);
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
    parts.emissions.services(services);
  }

  /**
   * Accepts emissions for outside addresses from now on and sends them by {@code outbound}, which
   * the caller closes after the manager.
   */
  public void outbound(Outbound outbound) {
    parts.emissions.outbound(outbound);
  }

  /**
   * Reports that the service of a one-way or replayed message was invoked, and deletes its stored
   * record. Has no effect for other messages. May wait for a disk, so a gateway must not call it
   * within its own methods.
   */
  public void delivered(MessageId id) {
    if (!parts.emissions.delivered(id)) {
      parts.storeAgent.ended().delivered(id);
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
    return handedOver(parts.deliveryConfirmations.handOver(outcome));
  }

  Outcome handedOver(Outcome outcome) {
    if (outcome instanceof Outcome.Failed failed) {
      parts.emissions.undelivered(failed.id(), failed.fault().toString());
    }
    return outcome;
  }

  /** Whether {@link #handOver} has something to write of this message. */
  public boolean awaitsHandOver(MessageId id) {
    return parts.deliveryConfirmations.isAwaited(id);
  }

  /**
   * Reports that a completed message did not reach its service. If the store has it, or its {@link
   * #handOver} is awaited, it becomes a failed message and its handlers are compensated. Otherwise
   * this has no effect. Does not wait.
   */
  public void undelivered(Outcome.Completed outcome, String reason) {
    parts.emissions.undelivered(outcome.id(), reason);
    if (!parts.deliveryConfirmations.notHandedOver(outcome.id(), reason)) {
      parts.storeAgent.failures().undelivered(outcome, reason);
    }
  }

  /**
   * Replaces the orchestrations of new messages; messages in execution keep theirs.
   *
   * @throws DHArchException if one of them is durable and the store is not; nothing has changed
   */
  public void orchestrations(Orchestrations value) {
    parts.orchestrations(value);
  }

  /**
   * Returns the required handlers of {@code next} that no node hosts now and that the current
   * orchestrations do not require: messages would fail at once. Empty if there are none.
   */
  public Optional<String> unserved(Orchestrations next) {
    return parts.orchestrationManager.unserved(next);
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
    return parts.orchestrationManager.current();
  }

  /** The address of nodes' replies, unique among the managers of a broker. */
  public String address() {
    return parts.cmanager.address();
  }

  /** The configuration with which it was started. */
  public DHManagerConfig config() {
    return parts.config;
  }

  /**
   * From now on each message is part of a trace, which its handlers and its service find in {@code
   * traceparent}, and {@code listener} receives its end.
   */
  public void traces(TraceListener listener) {
    parts.telemetry.traces().listener(listener);
  }

  /**
   * Rejects new messages, halts the others with {@link Fault.Code#SHUT_DOWN}, and closes all parts.
   * Idempotent.
   */
  @Override
  public void close() {
    lifecycle.close();
  }
}
