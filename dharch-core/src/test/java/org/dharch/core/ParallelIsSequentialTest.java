package org.dharch.core;

import static org.dharch.testing.Utf8.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.inprocess.InMemoryTransport;
import org.dharch.core.message.Admission;
import org.dharch.core.message.Direction;
import org.dharch.core.message.MessageContent;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.message.envelope.Merge;
import org.dharch.core.node.HandlerNode;
import org.dharch.core.orchestration.Access;
import org.dharch.core.orchestration.DeclaredPart;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Rule;
import org.dharch.core.spi.Gateway;
import org.dharch.testing.DomXml;

/**
 * Design, rule 8: for a valid plan the output equals, byte for byte, that of running the same
 * handlers one after another. The one side is a whole manager with two nodes and real threads, the
 * other {@link Merge#apply} in a loop.
 */
class ParallelIsSequentialTest {
  /** What a handler is to be; it becomes one when it has its place in a plan. */
  record Draft(Set<DeclaredPart> reads, Set<DeclaredPart> writes, long seed, boolean partial) {}

  @Provide
  Arbitrary<List<Draft>> drafts() {
    Arbitrary<Set<DeclaredPart>> reads =
        Arbitraries.of(Messages.PARTS).set().ofMinSize(0).ofMaxSize(1);
    Arbitrary<Set<DeclaredPart>> writes =
        Arbitraries.of(Messages.PARTS).set().ofMinSize(1).ofMaxSize(2);
    return Combinators.combine(reads, writes, Arbitraries.longs(), Arbitraries.of(true, false))
        .as(Draft::new)
        .filter(draft -> !overlapping(draft.writes()))
        .list()
        .ofMinSize(1)
        .ofMaxSize(10);
  }

  /** One handler may not replace both an element and what is in it. */
  private static boolean overlapping(Set<DeclaredPart> parts) {
    return parts.stream()
        .anyMatch(a -> parts.stream().anyMatch(b -> !a.equals(b) && a.overlaps(b)));
  }

  @Property
  void parallelOutputIsSequentialOutput(
      @ForAll("drafts") List<Draft> drafts, @ForAll long message, @ForAll Random order)
      throws Exception {
    List<List<PureHandler>> plan = plan(drafts);
    Statistics.label("widest stage").collect(plan.stream().mapToInt(List::size).max().orElse(0));
    byte[] envelope = Messages.envelope(new Random(message));
    MessageProperties properties = MessageProperties.of(Map.of("p0", "\u00e9", "other", 7));

    Made expected =
        oneAfterAnother(plan.stream().flatMap(List::stream).toList(), envelope, properties);

    Stage[] stages =
        plan.stream()
            .map(s -> Stage.of(s.stream().map(PureHandler::entry).toArray(HandlerEntry[]::new)))
            .toArray(Stage[]::new);
    Outcome.Completed outcome =
        distributed(
            Orchestration.of("plan", stages),
            plan.stream().flatMap(List::stream).toList(),
            envelope,
            properties,
            order);
    assertEquals(text(expected.envelope()), text(outcome.envelope()));
    DomXml.parse(outcome.envelope()); // a parser takes it
    assertEquals(expected.properties().asMap(), outcome.properties().asMap());
  }

  /** What is made of a message. */
  record Made(byte[] envelope, MessageProperties properties) {}

  static Made oneAfterAnother(
      List<PureHandler> handlers, byte[] envelope, MessageProperties properties) {
    Made made = new Made(envelope, properties);
    for (PureHandler handler : handlers) {
      Changes changes = handler.changes(made.envelope(), made.properties());
      made =
          new Made(
              Merge.apply(made.envelope(), changes, Limits.DEFAULT),
              made.properties().merge(changes.properties(), changes.removedProperties()));
    }
    return made;
  }

  /** Each handler joins the latest stage if it may stand there, and begins another if not. */
  private static List<List<PureHandler>> plan(List<Draft> drafts) {
    List<List<PureHandler>> stages = new ArrayList<>();
    List<PureHandler> stage = new ArrayList<>();
    for (Draft draft : drafts) {
      Access access = Access.of(draft.reads(), draft.writes());
      if (stage.stream().anyMatch(h -> h.access().conflict(access).isPresent())) {
        stages.add(stage);
        stage = new ArrayList<>();
      }
      stage.add(
          new PureHandler(
              "h" + stages.size() + "-" + stage.size(),
              draft.reads(),
              draft.writes(),
              draft.seed(),
              draft.partial()));
    }
    stages.add(stage);
    return stages;
  }

  /** What a manager and two nodes make of a message. */
  static Outcome.Completed distributed(
      Orchestration plan,
      List<PureHandler> handlers,
      byte[] envelope,
      MessageProperties properties,
      Random order)
      throws Exception {
    InMemoryTransport transport = new InMemoryTransport();
    HandlerNode.Builder one = HandlerNode.builder("one").workers(3);
    HandlerNode.Builder two = HandlerNode.builder("two").workers(2);
    for (PureHandler handler : handlers) {
      (order.nextBoolean() ? one : two).handler(handler.name(), 1, handler);
    }
    one.handler("none", 1, message -> Changes.NONE);
    two.handler("none", 1, message -> Changes.NONE);
    Orchestrations orchestrations =
        Orchestrations.of(List.of(plan), List.of(Rule.all(Direction.IN, plan.name())));
    HandlerNode first = one.start(OverTheWire.node(transport.node()));
    HandlerNode second = two.start(OverTheWire.node(transport.node()));
    try (first;
        second;
        DHManager manager =
            DHManager.start(DHManagerConfig.DEFAULT, orchestrations, transport.manager())) {
      CompletableFuture<Outcome> end = new CompletableFuture<>();
      Submission submission =
          Submission.of(
              Direction.IN, "Service", "", "", new MessageContent(envelope, properties, Set.of()));
      Admission admission = manager.admit(new Ends(), end, submission);
      assertInstanceOf(Admission.Accepted.class, admission, admission::toString);
      Outcome outcome = end.get(20, TimeUnit.SECONDS);
      return assertInstanceOf(Outcome.Completed.class, outcome, outcome::toString);
    }
  }

  private static final class Ends implements Gateway<CompletableFuture<Outcome>> {
    @Override
    public void completed(CompletableFuture<Outcome> context, Outcome.Completed outcome) {
      context.complete(outcome);
    }

    @Override
    public void failed(CompletableFuture<Outcome> context, Outcome.Failed outcome) {
      context.complete(outcome);
    }

    @Override
    public void responded(CompletableFuture<Outcome> context, Outcome.Responded outcome) {
      context.complete(outcome);
    }
  }
}
