package org.dharch.core.node;

import static org.dharch.core.node.NodeBench.NOTHING;
import static org.dharch.core.node.NodeBench.task;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.Fingerprint;
import org.dharch.core.message.MessageContent;
import org.dharch.core.wire.BranchFormat;
import org.dharch.core.wire.BranchForward;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.ForwardingRoute;
import org.dharch.core.wire.ForwardingRoute.Branch;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus.Trait;
import org.dharch.core.wire.Task;
import org.dharch.core.wire.TaskBatch;
import org.dharch.core.wire.TaskBatchFormat;
import org.junit.jupiter.api.Test;

/** A node passes on what it was given ahead, takes what others pass on, and joins branches. */
class NodeForwardingTest {
  private static final NodeId N1 = new NodeId("n1", "1");
  private static final NodeId N2 = new NodeId("n2", "1");
  private static final NodeId N3 = new NodeId("n3", "1");

  private final NodeBench bench = new NodeBench();

  /** A task batch with a stage of one task ahead for each of {@code nodes}. */
  private static TaskBatch going(long id, Task first, List<Task> prefetched, List<NodeId> nodes) {
    return going(id, first, List.of(Branch.of(first)), prefetched, nodes, Optional.empty());
  }

  private static TaskBatch going(
      long id,
      Task first,
      List<Branch> branches,
      List<Task> prefetched,
      List<NodeId> nodes,
      Optional<NodeId> from) {
    TaskBatch speculativeBatch = NodeBench.speculativeBatch(id, first);
    return new TaskBatch(
        speculativeBatch.id(),
        speculativeBatch.incarnation(),
        speculativeBatch.replyTo(),
        speculativeBatch.tasks(),
        prefetched.stream().map(List::of).toList(),
        Optional.of(new ForwardingRoute(from, branches, nodes.stream().map(List::of).toList())),
        speculativeBatch.timing(),
        speculativeBatch.content());
  }

  private List<String> results() {
    return bench.channel.results().stream().map(r -> r.index() + " " + r.status()).toList();
  }

  private TaskBatch forwarded(int which) {
    return new TaskBatchFormat(Limits.DEFAULT).taskBatch(bench.channel.forwarded.get(which));
  }

  private static Changes property(String name, Object value) {
    return Changes.builder().property(name, value).build();
  }

  @Test
  void saysThatItDoesIfItsChannelCan() {
    bench.host("A", 1, NOTHING).start();
    assertTrue(bench.node.status().traits().contains(Trait.FORWARDS));
  }

  @Test
  void passesOnWhatItsHandlersMadeOfIt() {
    bench.host("A", 1, message -> property("a", 1)).start();
    bench.offer(going(1, task(0, "A"), List.of(task(1, "B"), task(2, "C")), List.of(N2, N3)));
    bench.workers.finishAll();
    TaskBatch forward = forwarded(0);
    assertEquals(Optional.of((Object) 1), forward.properties().get("a"));
    assertEquals(List.of(task(1, "B")), forward.tasks());
    assertEquals(List.of(List.of(task(2, "C"))), forward.prefetched());
    assertEquals(Optional.of(N1), forward.route().orElseThrow().from());
    assertEquals(List.of(N3), forward.route().orElseThrow().nextNodes());
    assertEquals("manager", forward.replyTo(), "the answer goes to the manager");
    assertEquals(
        List.of("pass to " + N2, "reply to manager"),
        bench.channel.log.stream().filter(l -> !l.startsWith("announce")).toList(),
        "the message first");
    assertEquals(List.of("0 PERFORMED"), results());
    assertEquals(List.of(1L), bench.doneIds());
  }

  @Test
  void nodeContinuesWhileItHostsTheStages() {
    bench.host("A", 1, message -> property("a", 1)).host("B", 1, NOTHING).start();
    bench.offer(going(1, task(0, "A"), List.of(task(1, "B"), task(2, "C")), List.of(N1, N3)));
    bench.workers.finishAll();
    assertEquals(List.of("0 PERFORMED", "1 PERFORMED"), results());
    assertEquals(1, bench.channel.forwarded.size());
    assertEquals(List.of(task(2, "C")), forwarded(0).tasks());
  }

  @Test
  void passesNothingOnAfterAHandlerThatFailed() {
    bench
        .host(
            "A",
            1,
            message -> {
              throw new IllegalStateException("no");
            })
        .start();
    bench.offer(going(1, task(0, "A"), List.of(task(1, "B")), List.of(N2)));
    bench.workers.finishAll();
    assertEquals(List.of("0 FAILED"), results());
    assertEquals(List.of(), bench.channel.forwarded);
    assertEquals(List.of(1L), bench.doneIds());
  }

  @Test
  void saysWhatItCouldNotPassOn() {
    bench.host("A", 1, NOTHING).start();
    bench.channel.forwards = false;
    bench.offer(going(1, task(0, "A"), List.of(task(1, "B")), List.of(N2)));
    bench.workers.finishAll();
    assertEquals(List.of("0 PERFORMED", "1 REFUSED"), results());
    assertEquals(List.of(1L), bench.doneIds());
  }

  @Test
  void saysOnWhatItWasDone() {
    bench.host("A", 1, NOTHING).host("B", 1, NOTHING).start();
    TaskBatch forward =
        going(
            1,
            task(0, "A"),
            List.of(Branch.of(task(0, "A"))),
            List.of(task(1, "B")),
            List.of(N1),
            Optional.of(N2));
    bench.offer(forward);
    bench.workers.finishAll();
    long on = Fingerprint.of(forward.content());
    assertEquals(List.of(on, on), bench.channel.results().stream().map(HandlerResult::on).toList());
  }

  @Test
  void aPassThatIsDoubledIsPerformedAndPassedOnOnce() {
    bench.host("A", 1, NOTHING).start();
    TaskBatch forward =
        going(
            1,
            task(0, "A"),
            List.of(Branch.of(task(0, "A"))),
            List.of(task(1, "B")),
            List.of(N3),
            Optional.of(N2));
    bench.offer(forward);
    bench.offer(forward);
    bench.workers.finishAll();
    bench.offer(forward);
    bench.workers.finishAll();
    assertEquals(1, bench.performed.size());
    assertEquals(1, bench.channel.forwarded.size());
    assertEquals(3, bench.done.size());
  }

  @Test
  void aPartOfAStagePassesWhatItChangedAndTheFirstTheMessageToo() {
    bench.host("A", 1, message -> property("a", 1)).start();
    List<Branch> both = List.of(new Branch(0, 1), new Branch(1, 1));
    bench.offer(going(1, task(0, "A"), both, List.of(task(2, "C")), List.of(N3), Optional.empty()));
    bench.offer(going(2, task(1, "A"), both, List.of(task(2, "C")), List.of(N3), Optional.empty()));
    bench.workers.finishAll();
    BranchFormat format = new BranchFormat(Limits.DEFAULT);
    BranchForward first = format.read(bench.channel.forwarded.get(0));
    BranchForward second = format.read(bench.channel.forwarded.get(1));
    assertTrue(first.carries());
    assertEquals(Optional.empty(), first.next().properties().get("a"), "not merged yet");
    assertEquals(1, first.results().size());
    assertFalse(second.carries());
    assertEquals(0, second.next().envelope().length);
    assertEquals(both, second.branches());
  }

  @Test
  void joinsWhatSeveralNodesChanged() {
    bench.host("C", 1, NOTHING).start();
    DMFormat one = branch(0, true, property("a", 1));
    DMFormat two = branch(1, false, property("b", 2));
    bench.channel.listener.offer(two, () -> {});
    bench.channel.listener.offer(two, () -> {});
    bench.workers.finishAll();
    assertEquals(0, bench.performed.size());
    bench.channel.listener.offer(one, () -> {});
    bench.workers.finishAll();
    MessageProperties saw = bench.performed.get(0).properties();
    assertEquals(Optional.of((Object) 1), saw.get("a"));
    assertEquals(Optional.of((Object) 2), saw.get("b"));
    TaskBatch began = NodeBench.speculativeBatch(1, task(2, "C"));
    assertEquals(Fingerprint.of(began.content().with(saw)), bench.channel.onlyResult().on());
    assertArrayEquals(began.envelope(), bench.performed.get(0).envelope());
  }

  @Test
  void whatIsOfAnotherAttemptIsNotJoined() {
    bench.host("C", 1, NOTHING).start();
    bench.channel.listener.offer(branch(0, true, Changes.NONE), () -> {});
    bench.channel.listener.offer(branch(1, 2, 1, false, Changes.NONE), () -> {});
    bench.channel.listener.offer(branch(1, 1, 2, false, Changes.NONE), () -> {});
    bench.workers.finishAll();
    assertEquals(0, bench.performed.size());
  }

  private static DMFormat branch(int index, boolean carries, Changes changes) {
    return branch(index, 1, 1, carries, changes);
  }

  /**
   * What a node passes to this one that has the task of this index in a stage of two.
   *
   * @param attempt of both
   * @param next attempt of what is joined
   */
  static DMFormat branch(int index, int attempt, int next, boolean carries, Changes changes) {
    return branch(1, index, attempt, next, carries, changes);
  }

  static DMFormat branch(
      long id, int index, int attempt, int next, boolean carries, Changes changes) {
    List<Branch> branches = Stream.of(0, 1).map(i -> new Branch(i, attempt)).toList();
    Task joined = task(2, "C", next, false);
    TaskBatch batch =
        going(id, joined, List.of(Branch.of(joined)), List.of(), List.of(), Optional.of(N2));
    TaskBatch carried =
        carries
            ? batch
            : batch.with(
                new MessageContent(new byte[0], MessageProperties.empty(), batch.processed()));
    HandlerResult result =
        HandlerResult.of(index, attempt, HandlerResult.Status.PERFORMED, "", 1, 2, changes);
    return new BranchFormat(Limits.DEFAULT)
        .encode(new BranchForward(carried, branches, List.of(result), carries));
  }
}
