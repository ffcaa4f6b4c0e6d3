package org.dharch.core.execution;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.dharch.core.execution.event.Environment;
import org.dharch.core.execution.event.PlacementRequest;
import org.dharch.core.metrics.Counter;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeId;

/** The environment of an execution, as a test sets it. */
final class FakeEnvironment implements Environment {
  /** The node of each handler. */
  final Map<String, NodeId> serving = new TreeMap<>();

  final Set<String> full = new HashSet<>();
  final Map<Counter, Integer> counted = new EnumMap<>(Counter.class);
  final List<String> burdens = new ArrayList<>();
  long now = 1_000;

  /** Whether nodes accept speculative stages. */
  boolean speculative;

  /** Whether nodes forward. */
  boolean forwards;

  final Set<NodeId> old = new HashSet<>();
  long latencyNanos = 1_000_000;

  /** The largest message that nodes accept. */
  long largest = Long.MAX_VALUE;

  /** Whether computations run in another thread. */
  boolean computesElsewhere;

  final Map<String, Long> least = new TreeMap<>();

  int mostRepeats = Integer.MAX_VALUE;
  int repeated;

  /** How far each precise reading advances the clock. */
  long lookNanos;

  int counted(Counter counter) {
    return counted.getOrDefault(counter, 0);
  }

  @Override
  public long incarnation() {
    return 7;
  }

  @Override
  public long now() {
    return now;
  }

  @Override
  public long precise() {
    now += lookNanos;
    return now;
  }

  @Override
  public boolean computesElsewhere(long load) {
    return computesElsewhere;
  }

  @Override
  public Optional<NodeId> place(PlacementRequest request) {
    if (request.bytes() > largest) {
      return Optional.empty();
    }
    Optional<String> only = request.only();
    return Optional.ofNullable(serving.get(request.handler()))
        .filter(node -> only.isEmpty() || only.get().equals(node.name()));
  }

  @Override
  public Optional<NodeId> placeBy(long affinity, PlacementRequest request) {
    burdens.add("placed " + request.handler() + " by " + affinity);
    return place(request);
  }

  @Override
  public OptionalLong largest(PlacementRequest request) {
    return OptionalLong.of(largest);
  }

  @Override
  public boolean alive(NodeId node) {
    return serving.containsValue(node);
  }

  @Override
  public Optional<NodeId> named(String name) {
    return serving.values().stream().filter(node -> node.name().equals(name)).findFirst();
  }

  @Override
  public long taken(NodeId node) {
    return 0;
  }

  @Override
  public boolean hasCapacity(NodeId node, String handler, long bytes) {
    return !full.contains(handler);
  }

  @Override
  public boolean acceptsSpeculative(NodeId node) {
    return speculative;
  }

  @Override
  public boolean mayContinue(NodeId node, String handler, long bytes) {
    return node.equals(serving.get(handler)) && !full.contains(handler);
  }

  @Override
  public boolean canForward(NodeId node) {
    return forwards && !old.contains(node);
  }

  @Override
  public Optional<NodeId> placeSpeculative(PlacementRequest request, boolean avoidBusy) {
    return place(request).filter(node -> canForward(node) && !full.contains(request.handler()));
  }

  @Override
  public long latencyNanos() {
    return latencyNanos;
  }

  @Override
  public void roundTripTook(long nanos) {}

  @Override
  public void forwardLost(NodeId node) {
    burdens.add("lost by " + node);
  }

  @Override
  public void awaitCapacity(String handler) {
    burdens.add("await " + handler);
  }

  @Override
  public void assigned(NodeId node, String handler, long bytes) {
    burdens.add("assigned " + handler);
  }

  @Override
  public void released(NodeId node, String handler, long bytes, long sentAt, Release how) {
    burdens.add("released " + handler + " since " + sentAt + " " + how);
  }

  @Override
  public void ran(String handler, long nanos) {}

  @Override
  public void failed(NodeId node, String handler, HandlerResult result) {
    burdens.add("failed " + handler + " " + result.status());
  }

  @Override
  public long usualNanos(String handler) {
    return 0;
  }

  @Override
  public long leastNanos(String handler) {
    return least.getOrDefault(handler, 0L);
  }

  @Override
  public void skipped(String handler) {
    burdens.add("skipped " + handler);
  }

  @Override
  public boolean mayRepeat() {
    return repeated < mostRepeats;
  }

  @Override
  public void repeated() {
    repeated++;
  }

  @Override
  public double jitter() {
    return 0;
  }

  @Override
  public void count(Counter counter) {
    counted.merge(counter, 1, Integer::sum);
  }
}
