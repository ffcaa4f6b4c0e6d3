package org.dharch.core.orchestration.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.dharch.core.document.DocumentException;
import org.dharch.core.message.Direction;
import org.dharch.core.orchestration.Choose;
import org.dharch.core.orchestration.Condition;
import org.dharch.core.orchestration.Construct;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.PropertyCondition;
import org.dharch.core.orchestration.Repeat;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.document.OrchestrationDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PolicyTest {
  private static final Condition ANY = PropertyCondition.present("p");

  private static Optional<String> contradiction(PolicyRule rule, Construct... rest) {
    return contradiction(rule, List.of(), Sequence.of(rest));
  }

  private static Optional<String> contradiction(PolicyRule rule, List<Stage> done, Sequence rest) {
    return rule.contradiction(done, rest, Set.of());
  }

  @Test
  void orderAppliesToStages() {
    PolicyRule order = new PolicyRule.Order("A", "B");
    assertEquals(Optional.empty(), contradiction(order, Stage.of("A"), Stage.of("B")));
    assertEquals(Optional.empty(), contradiction(order, Stage.of("B")));
    assertEquals(Optional.empty(), contradiction(order, Stage.of("A")));
    String output = "'A' must come before 'B' (on some path it is in the same stage or later)";
    assertEquals(Optional.of(output), contradiction(order, Stage.of("A", "B")));
    assertEquals(Optional.of(output), contradiction(order, Stage.of("B"), Stage.of("A")));
    assertEquals(
        Optional.of(output),
        contradiction(order, List.of(Stage.of("B")), Sequence.of(Stage.of("A"))));
    assertEquals(
        Optional.empty(), contradiction(order, List.of(Stage.of("A")), Sequence.of(Stage.of("B"))));
    assertEquals(
        Optional.of(output),
        contradiction(order, Repeat.times(2, Stage.of("A"), Stage.of("B"))),
        "the second time A comes after B");
    assertEquals(
        Optional.empty(), contradiction(order, Repeat.times(1, Stage.of("A"), Stage.of("B"))));
  }

  /** Fault E3: an entry whose failure halts nothing met what was demanded of its handler. */
  @Test
  void nonDecisiveHandlersMeetNoDemand() {
    HandlerEntry a = HandlerEntry.of("A");
    PolicyRule required = new PolicyRule.Required("A");
    PolicyRule order = new PolicyRule.Order("A", "B");
    for (HandlerEntry nothing : List.of(a.mustPerform(false), a.oneway(true))) {
      Stage[] ways = {Stage.of(nothing), Stage.of("B")};
      String output = contradiction(required, ways).orElseThrow();
      assertTrue(output.contains("does not include it where it decides"), output);
      output = contradiction(order, ways).orElseThrow();
      assertTrue(output.contains("and decide (on some path it is oneway"), output);
      assertEquals(
          Optional.empty(), order.contradiction(List.of(), Sequence.of(ways), Set.of("A")));
    }
  }

  @Test
  void requiredHandlersOccurOnEveryPath() {
    PolicyRule required = new PolicyRule.Required("A");
    Optional<String> output = Optional.of("'A' is required; some path does not include it");
    assertEquals(output, contradiction(required, Stage.of("B")));
    assertEquals(output, contradiction(required, Choose.when(ANY, Stage.of("A"))));
    assertEquals(output, contradiction(required, Repeat.whilst(ANY, 9, Stage.of("A"))));
    assertEquals(Optional.empty(), contradiction(required, Repeat.times(9, Stage.of("A"))));
    assertEquals(
        Optional.empty(),
        contradiction(
            required, Choose.when(ANY, Stage.of("A")).otherwise(Stage.of("B"), Stage.of("A"))));
    assertEquals(Optional.empty(), contradiction(required, List.of(Stage.of("A")), Sequence.EMPTY));
  }

  @Test
  void pathMayEndAtARespondingHandler() {
    PolicyRule required = new PolicyRule.Required("A");
    Stage sink = Stage.of(HandlerEntry.of("sink").mayRespond(true));
    Optional<String> output =
        Optional.of(
            "'A' must be on every path (some path may end before it at a handler with"
                + " mayRespond='true')");
    assertEquals(output, contradiction(required, sink, Stage.of("A")));
    assertEquals(output, contradiction(required, Choose.when(ANY, sink), Stage.of("A")));
    assertEquals(Optional.empty(), contradiction(required, Stage.of("A"), sink));
    assertEquals(
        Optional.empty(),
        contradiction(
            required,
            Stage.of(HandlerEntry.of("A"), HandlerEntry.of("sink").mayRespond(true)),
            Stage.of("B")));
    assertEquals(
        Optional.empty(), contradiction(required, List.of(Stage.of("A"), sink), Sequence.EMPTY));
    PolicyRule order = new PolicyRule.Order("A", "sink");
    assertEquals(Optional.empty(), contradiction(order, Stage.of("A"), sink));
    assertEquals(
        Optional.of("'A' must come before 'sink' (on some path it is in the same stage or later)"),
        contradiction(order, sink, Stage.of("A")));
  }

  @Test
  void onceCountsRepetitions() {
    PolicyRule once = new PolicyRule.Once("A");
    Optional<String> output = Optional.of("'A' must be at most once on every path");
    assertEquals(Optional.empty(), contradiction(once, Repeat.whilst(ANY, 1, Stage.of("A"))));
    assertEquals(output, contradiction(once, Repeat.whilst(ANY, 2, Stage.of("A"))));
    assertEquals(output, contradiction(once, List.of(Stage.of("A")), Sequence.of(Stage.of("A"))));
    assertEquals(
        Optional.empty(),
        contradiction(once, Choose.when(ANY, Stage.of("A")).otherwise(Stage.of("A"))));
  }

  @Test
  void apartHandlersMustNotShareAStage() {
    PolicyRule apart = new PolicyRule.Apart(Set.of("A", "B", "C"));
    assertEquals(
        Optional.of("'A', 'C' must not share a stage"),
        contradiction(apart, Choose.when(ANY, Stage.of("C", "X", "A"))));
    assertEquals(Optional.empty(), contradiction(apart, Stage.of("A", "X"), Stage.of("B")));
    PolicyRule only = new PolicyRule.Only(Set.of("A", "B"));
    assertEquals(
        Optional.of("'X', 'Y' must be one of A, B, because the policy rejects others"),
        contradiction(only, Stage.of("A", "Y"), Repeat.whilst(ANY, 3, Stage.of("X"))));
  }

  @Test
  void manyPathsAreCheckedQuickly() {
    Construct deep = Choose.when(ANY, Stage.of("A")).otherwise(Stage.of("B"));
    for (int i = 0; i < 15; i++) {
      deep = Repeat.whilst(ANY, 100, deep, Choose.when(ANY, deep));
    }
    Sequence rest = Sequence.of(deep);
    assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () -> {
          PolicyRule order = new PolicyRule.Order("A", "B");
          assertEquals(true, contradiction(order, List.of(), rest).isPresent());
        });
  }

  /** An honest walk of more takes more memory than there is. */
  private static final int MOST_WAYS = 50_000;

  /** The rules against an honest walk of every way. */
  @Property
  void checksExactlyTheExistingPaths(@ForAll long seed) {
    Random random = new Random(seed);
    Sequence rest = sequence(random, 2);
    List<Stage> done = random.nextBoolean() ? List.of() : List.of(stage(random, "A"));
    List<List<Set<String>>> ways = ways(rest);
    boolean order = false;
    boolean required = false;
    boolean once = false;
    for (List<Set<String>> way : ways) {
      List<Set<String>> all = new ArrayList<>();
      done.forEach(stage -> all.add(words(stage)));
      all.addAll(way);
      int firstB = all.size();
      int lastA = -1;
      int as = 0;
      int deciding = 0;
      boolean undecided = false;
      for (int i = 0; i < all.size(); i++) {
        undecided |= all.get(i).contains("B") && as > 0 && deciding == 0;
        deciding += all.get(i).contains("A decides") ? 1 : 0;
        if (all.get(i).contains("A")) {
          lastA = i;
          as++;
        }
        if (all.get(i).contains("B") && firstB == all.size()) {
          firstB = i;
        }
      }
      order |= undecided || (firstB < all.size() && lastA >= firstB);
      required |= deciding == 0;
      once |= as > 1;
    }
    assertEquals(order, contradiction(new PolicyRule.Order("A", "B"), done, rest).isPresent());
    assertEquals(required, contradiction(new PolicyRule.Required("A"), done, rest).isPresent());
    assertEquals(once, contradiction(new PolicyRule.Once("A"), done, rest).isPresent());
  }

  /** Some of these decide nothing. */
  private static Stage stage(Random random, String... names) {
    return Stage.of(
        Stream.of(names)
            .map(HandlerEntry::of)
            .map(entry -> random.nextInt(3) == 0 ? entry.mustPerform(false) : entry)
            .map(entry -> random.nextInt(5) == 0 ? entry.oneway(true) : entry)
            .toArray(HandlerEntry[]::new));
  }

  /** The names in a stage, and which of them decide. */
  private static Set<String> words(Stage stage) {
    Set<String> words = new TreeSet<>();
    for (HandlerEntry entry : stage.handlers()) {
      words.add(entry.name());
      if (entry.failures().mustPerform() && !entry.oneway()) {
        words.add(entry.name() + " decides");
      }
    }
    return words;
  }

  private static Sequence sequence(Random random, int depth) {
    List<Construct> parts = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      parts.add(
          switch (depth == 0 ? 3 : random.nextInt(4)) {
            case 0 ->
                Choose.when(ANY, sequence(random, depth - 1))
                    .otherwise(random.nextBoolean() ? Sequence.EMPTY : sequence(random, depth - 1));
            case 1 -> Repeat.times(1 + random.nextInt(3), sequence(random, depth - 1));
            case 2 -> Repeat.whilst(ANY, 1 + random.nextInt(3), sequence(random, depth - 1));
            default ->
                stage(random, List.of("A", "B", "C", "A,B").get(random.nextInt(4)).split(",", -1));
          });
    }
    return Sequence.of(parts);
  }

  /** Every way, but equal ones; shortened where a prefix decides as well as the whole. */
  private static List<List<Set<String>>> ways(Construct construct) {
    if (construct instanceof Stage stage) {
      return List.of(List.of(words(stage)));
    } else if (construct instanceof Sequence sequence) {
      List<List<Set<String>>> ways = List.of(List.of());
      for (Construct part : sequence.parts()) {
        ways = then(ways, ways(part));
      }
      return ways;
    } else if (construct instanceof Choose choose) {
      List<List<Set<String>>> ways = new ArrayList<>(ways(choose.otherwise()));
      choose.whens().forEach(when -> ways.addAll(ways(when.body())));
      return ways.stream().distinct().toList();
    }
    Repeat repeat = (Repeat) construct;
    List<List<Set<String>>> once = ways(repeat.body());
    List<List<Set<String>>> some = List.of(List.of());
    List<List<Set<String>>> all = new ArrayList<>(some);
    for (int i = 0; i < repeat.times(); i++) {
      some = then(some, once);
      all.addAll(some);
    }
    return repeat.condition().isPresent() ? all.stream().distinct().toList() : some;
  }

  private static List<List<Set<String>>> then(
      List<List<Set<String>>> first, List<List<Set<String>>> second) {
    Assume.that((long) first.size() * second.size() <= MOST_WAYS);
    List<List<Set<String>>> both = new ArrayList<>();
    for (List<Set<String>> one : first) {
      for (List<Set<String>> other : second) {
        List<Set<String>> way = new ArrayList<>(one);
        way.addAll(other);
        both.add(shortened(way));
      }
    }
    return both.stream().distinct().toList();
  }

  /**
   * Equal stages in a row, past the second, decide nothing here: without that there are too many.
   */
  private static List<Set<String>> shortened(List<Set<String>> way) {
    List<Set<String>> kept = new ArrayList<>();
    for (Set<String> stage : way) {
      int n = kept.size();
      if (n < 2 || !kept.get(n - 1).equals(stage) || !kept.get(n - 2).equals(stage)) {
        kept.add(stage);
      }
    }
    return kept;
  }

  @Test
  void readsEveryElementOfADocument() {
    assertEquals(
        new Policy(
            List.of(
                new PolicyRule.Order("A", "B"),
                new PolicyRule.Required("A"),
                new PolicyRule.Permitted("C"),
                new PolicyRule.Once("A"),
                new PolicyRule.Apart(Set.of("A", "D")),
                new PolicyRule.Throughout("A", Set.of(Direction.IN, Direction.OUT_FAULT)),
                new PolicyRule.Only(Set.of("A", "B", "C", "D")))),
        Policy.parse(
            "p.xml",
            """
            <policy xmlns="urn:dharch:policy:1" others="refused">
              <order before="A" after="B"/>
              <required handler="A"/>
              <optional handler="C"/>
              <once handler="A"/>
              <apart><handler name="A"/><handler name="D"/></apart>
              <throughout handler="A" flows="in out-fault"/>
            </policy>
            """));
    assertEquals(Policy.NONE, Policy.parse("p.xml", "<policy xmlns='urn:dharch:policy:1'/>"));
  }

  @Test
  void allErrorsAreReportedAtOnce() {
    assertEquals(
        """
        p.xml:3:3: order must have no cycle (got B before A before B)
        p.xml:4:3: before and after must be different handlers (got 'A')
        p.xml:6:3: required must occur only once
        p.xml:7:29: handler 'A' must occur only once in apart\
        """,
        assertThrows(
                DocumentException.class,
                () ->
                    Policy.parse(
                        "p.xml",
                        """
                        <policy xmlns="urn:dharch:policy:1">
                          <order before="A" after="B"/>
                          <order before="B" after="A"/>
                          <order before="A" after="A"/>
                          <required handler="A"/>
                          <required handler="A"/>
                          <apart><handler name="A"/><handler name="A"/></apart>
                        </policy>
                        """))
            .getMessage());
  }

  @Test
  void orchestrationsObeyTheirDocumentsPolicy(@TempDir Path folder) throws Exception {
    Path policy =
        Files.writeString(
            folder.resolve("p.xml"),
            "<policy xmlns='urn:dharch:policy:1'><order before='A' after='B'/></policy>");
    String xml =
        """
        <orchestrations xmlns="urn:dharch:orchestration:1" policy="p.xml">
          <orchestration name="right"><handler name="A"/><handler name="B"/></orchestration>
          <orchestration name="%s"><handler name="%s"/><handler name="A"/></orchestration>
        </orchestrations>
        """;
    Path right = Files.writeString(folder.resolve("right.xml"), xml.formatted("o", "C"));
    assertEquals(Policy.read(policy), OrchestrationDocument.read(right).policy());
    Path wrong = Files.writeString(folder.resolve("wrong.xml"), xml.formatted("wrong", "B"));
    assertEquals(
        wrong
            + ":3:3: orchestration 'wrong' contradicts its policy: 'A' must come before 'B' (on"
            + " some path it is in the same stage or later)",
        assertThrows(DocumentException.class, () -> OrchestrationDocument.read(wrong))
            .getMessage());
    Files.writeString(policy, "<policy xmlns='urn:dharch:policy:1'>\n<x/></policy>");
    assertEquals(
        right
            + ":1:1: cannot read policy='p.xml': "
            + policy
            + ":2:1: Expected elements 'order required optional once apart throughout' instead of"
            + " 'x' here in element policy",
        assertThrows(DocumentException.class, () -> OrchestrationDocument.read(right))
            .getMessage());
    Files.delete(policy);
    assertEquals(
        right + ":1:1: cannot read policy='p.xml': " + policy + ": the file does not exist",
        assertThrows(DocumentException.class, () -> OrchestrationDocument.read(right))
            .getMessage());
    assertThrows(
        DocumentException.class, () -> OrchestrationDocument.parse("x", Files.readString(right)));
  }

  @Test
  void javaModelIsCheckedToo() {
    Orchestrations orchestrations =
        Orchestrations.of(List.of(Orchestration.of("o", Stage.of("B"))), List.of());
    Policy policy = new Policy(List.of(new PolicyRule.Required("A")));
    assertEquals(
        "orchestration 'o' contradicts its policy: 'A' is required; some path does not include it",
        assertThrows(IllegalArgumentException.class, () -> orchestrations.under(policy))
            .getMessage());
    Policy once = new Policy(List.of(new PolicyRule.Once("B")));
    assertEquals(once, orchestrations.under(once).under(once).policy());
  }
}
