package org.dharch.core;

import java.util.Optional;
import org.dharch.core.HandlerOrchestrationManager.Plan;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.MessageId;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.spi.Gateway;
import org.dharch.core.store.StoreException;
import org.dharch.core.store.StoreState;
import org.dharch.core.store.StoredMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes messages in, or says at once why not: new ones from their gateway, stored ones through
 * {@link Reentry}. Safe for any thread.
 */
final class Reception {
  private static final Logger LOG = LoggerFactory.getLogger(Reception.class);

  private final DHManagerConfig config;
  private final HandlerOrchestrationManager orchestrationManager;
  private final Storekeeper storekeeper;
  private final CMCQueue cmcQueue;
  private final IMQueue imQueue;
  private final MessageIds ids;
  private final Counters counters;
  private final Conductor conductor;
  private volatile boolean closed;

  Reception(
      DHManagerConfig config,
      HandlerOrchestrationManager orchestrationManager,
      Storekeeper storekeeper,
      CMCQueue cmcQueue,
      IMQueue imQueue,
      MessageIds ids,
      Counters counters,
      Conductor conductor) {
    this.config = config;
    this.orchestrationManager = orchestrationManager;
    this.storekeeper = storekeeper;
    this.cmcQueue = cmcQueue;
    this.imQueue = imQueue;
    this.ids = ids;
    this.counters = counters;
    this.conductor = conductor;
  }

  /** See {@link DHManager#admit}. */
  <C> Admission admit(Gateway<C> gateway, C context, Submission message) {
    Optional<Plan> plan;
    try {
      plan = orchestrationManager.choose(message);
    } catch (MalformedMessageException e) {
      return refused(new Fault(Fault.Code.MALFORMED, "", e.getMessage()));
    }
    if (plan.isEmpty()) {
      return new Admission.PassThrough();
    }
    Orchestration orchestration = plan.get().orchestration();
    boolean durable = message.oneWay() && orchestration.durable();
    boolean mayWait = durable && storekeeper.revives();
    Optional<Fault> refusal = refusal(message);
    if (refusal.isPresent()) {
      return refused(refusal.get());
    }
    MessageId id = ids.next();
    Optional<Fault> hopeless = hopeless(orchestration);
    if (hopeless.isPresent() && !mayWait) {
      storekeeper.halted(
          message,
          new Outcome.Halted(id, hopeless.get(), Timeline.empty(id, orchestration.name())));
      return refused(hopeless.get());
    }
    if (durable) {
      Optional<Admission> unstored = store(id, message, orchestration);
      if (unstored.isPresent()) {
        return unstored.get();
      }
      if (hopeless.isPresent()) {
        storekeeper.park(id, "");
        return new Admission.Stored(id);
      }
    }
    if (!enter(id, gateway, context, message, plan.get())) {
      storekeeper.delivered(id); // it is not: its sender hears so, and nothing of it is kept
      return busy(config.queueBound());
    }
    return new Admission.Accepted(id);
  }

  /** Why the message could not be stored. */
  private Optional<Admission> store(MessageId id, Submission message, Orchestration follows) {
    if (!hasRoom()) {
      return Optional.of(busy(config.queueBound()));
    }
    try {
      return storekeeper.accept(id, follows, message)
          ? Optional.empty()
          : Optional.of(busy(config.storeLimits().accepted()));
    } catch (StoreException | MalformedMessageException e) {
      LOG.error("a durable one-way message is refused: {}", e.getMessage());
      return Optional.of(
          refused(new Fault(Fault.Code.NOT_STORED, "", "the message could not be stored")));
    }
  }

  private <C> boolean enter(
      MessageId id, Gateway<C> gateway, C context, Submission message, Plan plan) {
    cmcQueue.put(id, new CMCQueue.Held<>(gateway, context, message));
    if (!imQueue.offer(new DHMContext(id, message, plan, config, config.ticker().nanos()))) {
      cmcQueue.take(id);
      return false;
    }
    counters.count(Counter.ADMITTED);
    conductor.signal();
    return true;
  }

  private Admission busy(int bound) {
    counters.count(Counter.BUSY);
    return new Admission.Busy(bound, config.retryAfter());
  }

  private Admission refused(Fault fault) {
    counters.count(Counter.REFUSED);
    return new Admission.Refused(fault);
  }

  /** Takes a stored message in again; false if there is no place for it. */
  <C> boolean reenter(
      StoredMessage message,
      StoreState state,
      boolean sameId,
      Gateway<C> gateway,
      C context,
      Plan plan) {
    MessageId id = sameId ? message.key().id() : ids.next();
    storekeeper.executes(id, message, state);
    if (enter(id, gateway, context, message.submission(), plan)) {
      return true;
    }
    storekeeper.executesNot(id);
    return false;
  }

  /** The orchestration that a stored message follows now. */
  Optional<Plan> choose(StoredMessage message) {
    return orchestrationManager
        .choose(message.submission())
        .or(() -> orchestrationManager.named(message.orchestration()));
  }

  /** Why it need not be begun now. */
  Optional<Fault> hopeless(Orchestration orchestration) {
    return orchestrationManager.hopeless(orchestration);
  }

  boolean hasRoom() {
    return imQueue.size() < config.queueBound();
  }

  /** Why the message cannot be taken in, whatever its orchestration. */
  Optional<Fault> refusal(Submission message) {
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

  /** Takes nothing any more. */
  void close() {
    closed = true;
  }
}
