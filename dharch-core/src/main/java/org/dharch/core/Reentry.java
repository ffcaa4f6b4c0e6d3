package org.dharch.core;

import java.util.Optional;
import org.dharch.core.HandlerOrchestrationManager.Plan;
import org.dharch.core.spi.Revival;
import org.dharch.core.store.StoreState;
import org.dharch.core.store.StoredMessage;

/**
 * The way back in for stored messages. An accepted one keeps its id, so that nodes which remember
 * what they performed for it do not perform it again, unless its orchestration has changed
 * meanwhile; a replayed one gets a new id, since it is to be performed again.
 *
 * @param <C> the container's context
 */
final class Reentry<C> implements Storekeeper.Entrance {
  private final Reception reception;
  private final Revival<C> revival;

  Reentry(Reception reception, Revival<C> revival) {
    this.reception = reception;
    this.revival = revival;
  }

  @Override
  public Storekeeper.Attempt enter(StoredMessage message, StoreState state) {
    try {
      Optional<Plan> plan = reception.choose(message);
      if (plan.isEmpty()) {
        return never(
            "no rule gives it an orchestration, and '" + message.orchestration() + "' is gone");
      }
      return enter(message, state, plan.get());
    } catch (DHArchException | IllegalArgumentException e) {
      return never(String.valueOf(e.getMessage()));
    }
  }

  private Storekeeper.Attempt enter(StoredMessage message, StoreState state, Plan plan) {
    Submission submission = message.submission();
    Optional<Fault> refusal = reception.refusal(submission);
    if (refusal.isPresent()) {
      return refusal.get().code() == Fault.Code.SHUT_DOWN
          ? Storekeeper.Attempt.busy()
          : never(refusal.get().reason());
    }
    Optional<Fault> hopeless = reception.hopeless(plan.orchestration());
    if (hopeless.isPresent()) {
      return later("no node that is alive serves handler '" + hopeless.get().handler() + "'");
    }
    if (!reception.hasRoom()) {
      return Storekeeper.Attempt.busy();
    }
    Optional<C> context = revival.revive(submission);
    if (context.isEmpty()) {
      return later("service '" + submission.service() + "' cannot take more now");
    }
    boolean same =
        state == StoreState.ACCEPTED && message.plan().equals(plan.orchestration().notation());
    if (!reception.reenter(message, state, same, revival, context.get(), plan)) {
      revival.discard(context.get());
      return Storekeeper.Attempt.busy();
    }
    return new Storekeeper.Attempt(true, false, "");
  }

  private static Storekeeper.Attempt later(String reason) {
    return new Storekeeper.Attempt(false, false, reason);
  }

  private static Storekeeper.Attempt never(String reason) {
    return new Storekeeper.Attempt(false, true, reason);
  }
}
