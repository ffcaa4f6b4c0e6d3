package org.dharch.core.orchestration;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import javax.xml.namespace.QName;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;
import org.dharch.core.orchestration.rule.MessageMatch;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Rule;

/** Orchestrations of every kind, each reproducible from its seed. */
public final class RandomModels {
  private static final List<String> TEXTS =
      List.of("", "a", "a b", " ", "<&\">'", "\n\t\r", "ä€\uD83D\uDE00", "x=\"1\"");
  private static final List<String> NAMESPACES =
      List.of("", "urn:a", "http://b/c?d=1&e=2", "urn:dharch:orchestration:1");

  private final Random random;

  public RandomModels(long seed) {
    random = new Random(seed);
  }

  public Orchestrations orchestrations() {
    List<Orchestration> all = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(3); i++) {
      Orchestration one =
          new Orchestration(
              "o" + i,
              body(),
              maybe(this::duration),
              random.nextBoolean(),
              random.nextBoolean() ? CrashRecovery.COMPENSATE : CrashRecovery.NONE,
              List.of(Direct.values()).get(random.nextInt(Direct.values().length)));
      all.add(one);
    }
    return Orchestrations.of(all, some(0, 3, () -> rule("o" + random.nextInt(all.size()))));
  }

  private Sequence body() {
    List<Construct> parts = some(0, 2, () -> construct(2));
    parts.add(stage());
    return maybeCatching(parts);
  }

  private Sequence maybeCatching(List<Construct> parts) {
    List<OnFault> faults = new ArrayList<>();
    for (OnFault fault : random.nextInt(3) > 0 ? List.<OnFault>of() : some(1, 2, this::onFault)) {
      if (EscapingFaults.objection(parts, faults, fault).isEmpty()) {
        faults.add(fault);
      }
    }
    return new Sequence(parts, faults);
  }

  private OnFault onFault() {
    Set<Fault.Code> codes = new LinkedHashSet<>(some(0, 3, () -> pick(List.copyOf(OnFault.CODES))));
    return new OnFault(codes, random.nextBoolean() ? Sequence.of(Stage.of(name())) : caught());
  }

  private Sequence caught() {
    List<Construct> parts = some(0, 1, () -> construct(0));
    parts.add(stage());
    return Sequence.of(parts);
  }

  /** Short enough to be written: an entry takes 2 KB at most. */
  public Sequence rest() {
    while (true) {
      Sequence rest = sequence(0, 3);
      if (entries(rest) <= 30) {
        return rest;
      }
    }
  }

  private static int entries(Construct construct) {
    if (construct instanceof Stage stage) {
      return stage.handlers().size();
    } else if (construct instanceof Sequence sequence) {
      return sequence.parts().stream().mapToInt(RandomModels::entries).sum()
          + sequence.faults().stream().mapToInt(fault -> entries(fault.body())).sum();
    } else if (construct instanceof Repeat repeat) {
      return entries(repeat.body());
    }
    Choose choose = (Choose) construct;
    return entries(choose.otherwise())
        + choose.whens().stream().mapToInt(when -> 1 + entries(when.body())).sum();
  }

  private Rule rule(String orchestration) {
    return new Rule(
        orchestration,
        pick(List.of(Direction.values())),
        new MessageMatch(
            maybe(this::text), maybe(this::text), maybe(this::text), some(0, 3, this::condition)));
  }

  private Sequence sequence(int least, int depth) {
    return maybeCatching(some(least, 3, () -> construct(depth)));
  }

  private Construct construct(int depth) {
    return switch (depth == 0 ? 0 : random.nextInt(6)) {
      case 1 -> sequence(0, depth - 1);
      case 2 ->
          new Choose(
              some(1, 3, () -> new Choose.When(condition(), sequence(0, depth - 1))),
              sequence(0, depth - 1));
      case 3 ->
          new Repeat(
              1 + random.nextInt(3),
              maybe(this::condition),
              Sequence.of(List.of(stage(), sequence(0, depth - 1))));
      default -> stage();
    };
  }

  private Stage stage() {
    Stage stage = together();
    if (random.nextInt(4) == 0) {
      return branched(stage);
    }
    return random.nextBoolean() && Stage.objection(stage.handlers(), true).isEmpty()
        ? Stage.first(stage.handlers())
        : stage;
  }

  /** Adds a parallel branch if they fit. */
  private Stage branched(Stage stage) {
    List<Sequence> branches = new ArrayList<>();
    branches.add(Sequence.of(stage));
    branches.add(Sequence.of(List.of(together(), together())));
    try {
      return Stage.ofBranches(branches);
    } catch (IllegalArgumentException e) {
      return stage; // they do not
    }
  }

  private Stage together() {
    List<HandlerEntry> handlers = new ArrayList<>();
    handlers.add(handler());
    for (HandlerEntry more : some(0, 3, this::handler)) {
      if (handlers.stream().allMatch(h -> Stage.objection(h, more, false).isEmpty())) {
        handlers.add(more);
      }
    }
    return Stage.of(handlers);
  }

  private HandlerEntry handler() {
    while (true) {
      HandlerEntry entry =
          new HandlerEntry(
              name(),
              new FailureRules(
                  random.nextBoolean(),
                  random.nextBoolean() ? RetryPolicy.NONE : retry(),
                  pick(List.of(Atomicity.values())),
                  maybe(this::name)),
              random.nextInt(4) == 0,
              maybe(this::duration),
              maybe(this::duration),
              new VisibleParts(
                  maybe(this::access),
                  random.nextBoolean(),
                  random.nextInt(4) == 0 ? Optional.of(parts()) : Optional.empty()),
              random.nextBoolean(),
              maybe(this::name),
              random.nextInt(4) == 0,
              maybe(this::affinity));
      if (entry.contradiction().isEmpty()) {
        return entry;
      }
    }
  }

  private Affinity affinity() {
    return random.nextBoolean()
        ? Affinity.ofHeader(
            "//p:h" + random.nextInt(9) + "/q:id", Map.of("p", "urn:p", "q", "urn:q"))
        : Affinity.ofProperty(name());
  }

  private RetryPolicy retry() {
    Duration delay = duration();
    return new RetryPolicy(random.nextInt(101), delay, delay.plus(duration()));
  }

  private Access access() {
    return Access.of(parts(), parts());
  }

  private Set<DeclaredPart> parts() {
    return new LinkedHashSet<>(some(0, 3, this::part));
  }

  private DeclaredPart part() {
    return switch (random.nextInt(4)) {
      case 0 -> new DeclaredPart.Body();
      case 1 -> new DeclaredPart.Header(qualified());
      case 2 -> new DeclaredPart.Element(some(1, 3, this::qualified));
      default -> new DeclaredPart.Property(text());
    };
  }

  private Condition condition() {
    if (random.nextBoolean()) {
      return new PropertyCondition("p" + text(), maybe(this::text));
    }
    Map<String, String> namespaces = new LinkedHashMap<>();
    StringBuilder path = new StringBuilder("/");
    for (int i = 0; i <= random.nextInt(3); i++) {
      path.append("/p").append(i).append(":x");
      namespaces.put("p" + i, "urn:" + random.nextInt(3));
    }
    return new XPathCondition(path + " = 'q:r\n' and child::y", namespaces);
  }

  private QName qualified() {
    return new QName(pick(NAMESPACES), pick(List.of("a", "Größe", "x-1.y_")));
  }

  private String name() {
    return pick(List.of("A", "B", "C", "_x", "0.a-b", "D".repeat(100)));
  }

  private String text() {
    return pick(TEXTS);
  }

  private Duration duration() {
    return Duration.ofMillis(pick(List.of(1L, 999L, 1000L, 61_000L, 3_600_000L, 1_500L)));
  }

  private <T> T pick(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  private <T> Optional<T> maybe(Supplier<T> value) {
    return random.nextBoolean() ? Optional.of(value.get()) : Optional.empty();
  }

  private <T> List<T> some(int least, int most, Supplier<T> value) {
    List<T> values = new ArrayList<>();
    int count = least + random.nextInt(most - least + 1);
    for (int i = 0; i < count; i++) {
      values.add(value.get());
    }
    return values;
  }
}
