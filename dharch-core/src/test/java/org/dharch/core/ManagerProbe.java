package org.dharch.core;

import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.dharch.api.MessageId;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.context.DHMContext;
import org.dharch.core.context.DHMContext.NestedCalls;
import org.dharch.core.context.LargeWork;
import org.dharch.core.context.LargeWorkers;
import org.dharch.core.message.Outcome;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.spi.CManager;
import org.dharch.core.store.MemoryStore;
import org.dharch.core.store.MessageStore;
import org.dharch.core.wire.NodeId;

/** Steps a manager without threads and looks into it. */
public record ManagerProbe(DHManager manager) {

  public static ManagerProbe of(DHManager manager) {
    return new ManagerProbe(manager);
  }

  /** A manager that is not started: the caller steps it. */
  static DHManager create(
      DHManagerConfig config,
      Orchestrations orchestrations,
      CManager cmanager,
      SplittableRandom random,
      MessageStore store,
      InstantSource clock,
      LargeWork largeWork) {
    return new DHManager(
        new ManagerParts(config, orchestrations, cmanager, random, store, clock, largeWork));
  }

  /** The same with a store in memory. */
  static DHManager create(
      DHManagerConfig config,
      Orchestrations orchestrations,
      CManager cmanager,
      SplittableRandom random) {
    return create(
        config,
        orchestrations,
        cmanager,
        random,
        new MemoryStore(config.storeLimits()),
        InstantSource.system(),
        new LargeWorkers(cmanager.address()));
  }

  /** The nested calls of the requests that have some. */
  Set<NestedCalls> families() {
    return Stream.concat(
            parts().queues.imQueue().all().stream(), parts().queues.mpQueue().all().stream())
        .flatMap(
            message ->
                Stream.concat(
                    Stream.ofNullable(message.calls),
                    message.nested.map(NestedCalls.Call::family).stream()))
        .collect(Collectors.toSet());
  }

  /**
   * The steps that wait for a node to return, although another incarnation of it is there that has
   * its execution journal; there must be none.
   */
  List<String> awaitingInVain() {
    return parts().queues.mpQueue().all().stream()
        .flatMap(message -> message.execution().view().steps().stream())
        .filter(step -> step.state().equals("AWAITING") && isBack(step.node().orElseThrow()))
        .map(Object::toString)
        .toList();
  }

  private boolean isBack(NodeId gone) {
    return parts()
        .directory
        .named(gone.name())
        .filter(there -> there.remembers(gone) && !there.equals(gone))
        .isPresent();
  }

  /** Everything of the manager. */
  Object everything() {
    return manager;
  }

  private ManagerParts parts() {
    return manager.parts;
  }

  /** Lets the agents look at the inbox and the clock. */
  public void step() {
    parts().conductor.signal();
  }

  /** The time at which {@link #step} is due at the latest if nothing arrives. */
  long nextWake() {
    return parts().conductor.nextWake();
  }

  /** Runs the store's work of one second. */
  public void stepStore() {
    parts().storeAgent.step();
  }

  /** Whether {@link #stepProgress} has something to do. */
  public boolean recordsWait() {
    return parts().progressWriter.isWaiting();
  }

  /** Writes the progress of messages. */
  public void stepProgress() {
    parts().progressWriter.step();
  }

  /** Whether {@link #stepEmissions} has something to do besides the clock. */
  boolean emissionsWait() {
    return parts().emissions.isWaiting();
  }

  public void stepEmissions() {
    parts().emissions.step();
  }

  /** The number of emissions in progress. */
  public int emissionsInHand() {
    return parts().emissions.size();
  }

  /** The receiver for the transport. */
  public CManager.Receiver receiver() {
    return parts().transportListener;
  }

  /** Rejects new messages and ends the others; complete when they have ended. */
  CompletableFuture<Void> beginClose() {
    return manager.lifecycle.beginClose();
  }

  /** As {@link DHManager#handOver}, without waiting. */
  public CompletableFuture<Outcome> handingOver(Outcome.Completed outcome) {
    return parts().deliveryConfirmations.handingOver(outcome).thenApply(manager::handedOver);
  }

  /** The handlers for which messages wait although a node has capacity; there must be none. */
  List<String> blockedDespiteCapacity() {
    return parts().driver.blockedDespiteCapacity();
  }

  /** How many messages wait for nodes, since the manager has just started. */
  int waitingForNodes() {
    return (int) early().filter(m -> !m.continues()).count();
  }

  private Stream<DHMContext> early() {
    return parts().queues.imQueue().all().stream()
        .filter(m -> parts().queues.imQueue().isEarly(m.id()));
  }

  boolean waitsForNodes(MessageId id) {
    return parts().queues.imQueue().isEarly(id);
  }

  /** How many of those need not wait, since the nodes are there. */
  int waitingForNodesInVain() {
    return (int) early().filter(m -> parts().grace.unservable(m).isEmpty()).count();
  }

  /** The number of messages that execute or notify. */
  public int executing() {
    return parts().queues.mpQueue().size();
  }

  /** The number of slots in use. */
  public int slotsHeld() {
    return parts().queues.slots().inUse();
  }

  /** Whether there is a connection to a node, as far as is known. */
  boolean reaches(NodeId node) {
    return parts().directory.reaches(node);
  }

  /** The number of tasks on nodes. */
  public int burden() {
    return parts().directory.burden();
  }
}
