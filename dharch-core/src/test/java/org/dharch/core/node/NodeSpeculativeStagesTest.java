package org.dharch.core.node;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.dharch.core.node.NodeBench.NOTHING;
import static org.dharch.core.node.NodeBench.speculativeBatch;
import static org.dharch.core.node.NodeBench.task;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.dharch.api.Changes;
import org.dharch.api.MessageProperties;
import org.dharch.api.Part;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeStatus.Trait;
import org.junit.jupiter.api.Test;

/** A node goes on by itself with the stages that it was given ahead. */
class NodeSpeculativeStagesTest {
  private final NodeBench bench = new NodeBench();

  private List<String> results() {
    return bench.channel.replies.stream()
        .flatMap(reply -> reply.results().stream())
        .map(r -> r.index() + " " + r.status())
        .toList();
  }

  private static Changes property(String name, Object value) {
    return Changes.builder().property(name, value).build();
  }

  @Test
  void saysThatItDoes() {
    bench.host("A", 1, NOTHING).start();
    assertTrue(bench.node.status().traits().contains(Trait.SPECULATIVE));
  }

  @Test
  void eachStageSeesWhatTheOnesBeforeChanged() {
    bench
        .host("A", 1, message -> property("a", 1))
        .host("B", 1, message -> property("b", message.properties().get("a").orElseThrow()))
        .host("C", 1, NOTHING)
        .start();
    assertTrue(bench.offer(speculativeBatch(1, task(0, "A"), task(1, "B"), task(2, "C"))));
    assertEquals(List.of("A"), bench.workers.names(), "one after another");
    bench.workers.finishAll();
    assertEquals(Optional.of((Object) 1), bench.performed.get(2).properties().get("b"));
    assertEquals(List.of("0 PERFORMED", "1 PERFORMED", "2 PERFORMED"), results());
    assertEquals(1, bench.channel.replies.size(), "one way back");
    assertEquals(List.of(1L), bench.doneIds(), "acknowledged once, after that");
  }

  @Test
  void longTaskIsReportedBeforeItsEnd() {
    bench.host("A", 1, NOTHING).host("B", 1, NOTHING).start();
    bench.offer(speculativeBatch(1, task(0, "A"), task(1, "B")));
    bench.workers.finishFirst();
    bench.pass(Duration.ofMillis(6));
    assertEquals(List.of("0 PERFORMED"), results());
    assertEquals(List.of(), bench.doneIds());
    bench.workers.finishAll();
    assertEquals(List.of("0 PERFORMED", "1 PERFORMED"), results());
    assertEquals(List.of(1L), bench.doneIds());
  }

  @Test
  void endsWhenAHandlerFails() {
    bench
        .host(
            "A",
            1,
            message -> {
              throw new IllegalStateException("no");
            })
        .host("B", 1, NOTHING)
        .start();
    bench.offer(speculativeBatch(1, task(0, "A"), task(1, "B")));
    bench.workers.finishAll();
    assertEquals(List.of("0 FAILED"), results());
    assertEquals(1, bench.performed.size());
    assertEquals(List.of(1L), bench.doneIds());
  }

  @Test
  void endsWhenAHandlerAnswersOrChangesWhatIsLeft() {
    for (Changes last :
        List.of(Changes.builder().accept().build(), property(MessageProperties.REST, "<rest/>"))) {
      NodeBench each = new NodeBench().host("A", 1, message -> last).host("B", 1, NOTHING).start();
      each.offer(speculativeBatch(1, task(0, "A"), task(1, "B")));
      each.workers.finishAll();
      assertEquals(1, each.performed.size());
      assertEquals(List.of(1L), each.doneIds());
    }
  }

  @Test
  void endsWhereWhatWasChangedCannotBeMerged() {
    bench
        .host(
            "A",
            1,
            message ->
                Changes.builder()
                    .addHeader("<unclosed>".getBytes(java.nio.charset.StandardCharsets.UTF_8))
                    .build())
        .host("B", 1, NOTHING)
        .start();
    bench.offer(speculativeBatch(1, task(0, "A"), task(1, "B")));
    bench.workers.finishAll();
    assertEquals(1, bench.performed.size());
    assertEquals("1 REFUSED", results().get(1));
    assertEquals(List.of(1L), bench.doneIds());
  }

  private static Changes grownTo(int bytes) {
    return Changes.builder()
        .replace(Part.body(), ("<b>" + "x".repeat(bytes) + "</b>").getBytes(UTF_8))
        .build();
  }

  /** Examined: it went on with what was larger than it said that it takes. */
  @Test
  void whatHasGrownPastWhatTheNodeTakesGoesHome() {
    bench.builder.largest(10_000);
    bench.host("A", 1, message -> grownTo(20_000)).host("B", 1, NOTHING).start();
    bench.offer(speculativeBatch(1, task(0, "A"), task(1, "B"), task(2, "B")));
    bench.workers.finishAll();
    assertEquals(1, bench.performed.size());
    assertEquals(List.of("0 PERFORMED", "1 REFUSED"), results());
    HandlerResult refused = bench.channel.results().get(1);
    assertTrue(refused.reason().matches("the message has grown to 20\\d\\d\\d bytes; .*10000.*"));
    assertEquals(List.of(1L), bench.doneIds());
  }

  @Test
  void grownMessageIsDroppedWhenOthersFillTheCapacity() {
    bench.builder.largest(10_000);
    bench.host("A", 2, message -> grownTo(6_000)).host("B", 1, NOTHING).start();
    bench.offer(speculativeBatch(1, task(0, "A"), task(1, "B")));
    bench.offer(speculativeBatch(2, task(0, "A"), task(1, "B")));
    bench.workers.finishFirst();
    bench.workers.finishFirst();
    bench.workers.finishAll();
    assertEquals(List.of("0 PERFORMED", "0 PERFORMED", "1 PERFORMED", "1 REFUSED"), sorted());
    assertEquals(2, bench.doneIds().size());
  }

  private List<String> sorted() {
    return results().stream().sorted().toList();
  }

  @Test
  void refusesAheadWhatItDoesNotHost() {
    bench.host("A", 1, NOTHING).start();
    bench.offer(speculativeBatch(1, task(0, "A"), task(1, "X"), task(2, "A")));
    bench.workers.finishAll();
    assertEquals(List.of("0 PERFORMED", "1 REFUSED"), results());
    assertEquals(List.of(1L), bench.doneIds());
  }

  @Test
  void performedStagesAreNotContinuedAgain() {
    bench.host("A", 1, NOTHING).host("B", 1, NOTHING).start();
    bench.offer(speculativeBatch(1, task(0, "A"), task(1, "B")));
    bench.workers.finishAll();
    bench.offer(speculativeBatch(1, task(0, "A"), task(1, "B")));
    assertEquals(List.of(), bench.workers.names());
    bench.workers.finishAll();
    bench.pass(Duration.ofMillis(20));
    assertEquals(List.of("0 PERFORMED", "1 PERFORMED", "0 PERFORMED"), results());
    assertEquals(List.of(1L, 1L), bench.doneIds());
  }

  @Test
  void aDrainingNodeEndsTheStageThatItHasAndHandsBackTheOthers() {
    bench.host("A", 1, NOTHING).host("B", 1, NOTHING).start();
    bench.offer(speculativeBatch(1, task(0, "A"), task(1, "B")));
    bench.node.beginDrain();
    bench.workers.finishAll();
    assertEquals(List.of("0 PERFORMED", "1 REFUSED"), results());
    assertTrue(NodeProbe.isQuiet(bench.node));
  }

  @Test
  void timeIsUpForAVisitAsForAnyTask() {
    bench.host("A", 1, NOTHING).host("B", 1, NOTHING).start();
    bench.offer(speculativeBatch(1, task(0, "A"), task(1, "B")));
    bench.pass(Duration.ofSeconds(3));
    assertEquals(List.of("0 TIMED_OUT"), results());
    assertEquals(List.of(1L), bench.doneIds());
    HandlerResult only = bench.channel.replies.get(0).results().get(0);
    assertTrue(only.reason().contains("timeToFinish"), only.reason());
  }
}
