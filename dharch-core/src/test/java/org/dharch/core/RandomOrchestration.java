package org.dharch.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import javax.xml.namespace.QName;
import org.dharch.core.orchestration.Access;
import org.dharch.core.orchestration.Affinity;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.Choose;
import org.dharch.core.orchestration.Condition;
import org.dharch.core.orchestration.Construct;
import org.dharch.core.orchestration.DeclaredPart;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.PropertyCondition;
import org.dharch.core.orchestration.Repeat;
import org.dharch.core.orchestration.RetryPolicy;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.XPathCondition;

/** Makes orchestrations of every construct; each handler H0, H1 … stands at one place only. */
final class RandomOrchestration {
  /** How many handlers there are to choose from. */
  static final int HANDLERS = 8;

  /** A handler's mark, wherever it is, in XPath: its name follows. */
  static final String ANY_MARK = "//m:";

  private static final List<Atomicity> ATOMICITIES = List.of(Atomicity.values());

  private final SplittableRandom random;

  /** By which handlers may answer; empty if none may. */
  private final Optional<SplittableRandom> verbs;

  /** By which handlers have affinities; empty if none has. */
  private final Optional<SplittableRandom> affine;

  /** By which most handlers are fit to be done ahead; empty if that is as it comes. */
  private final Optional<SplittableRandom> passing;

  private int next;

  RandomOrchestration(
      SplittableRandom random,
      Optional<SplittableRandom> verbs,
      Optional<SplittableRandom> affine,
      Optional<SplittableRandom> passing) {
    this.passing = passing;
    this.random = random;
    this.affine = affine;
    this.verbs = verbs;
  }

  Orchestration named(String name) {
    next = 0;
    if (passing.filter(dice -> dice.nextInt(4) > 0).isPresent()) {
      return row(name, passing.get());
    }
    List<Construct> parts = new ArrayList<>();
    int count = 1 + random.nextInt(4);
    for (int i = 0; i < count && next < HANDLERS; i++) {
      parts.add(construct());
    }
    return Orchestration.of(name, parts.toArray(Construct[]::new));
  }

  /** Stages one after another, of handlers most of which may be done in vain. */
  private Orchestration row(String name, SplittableRandom dice) {
    List<Construct> parts = new ArrayList<>();
    while (next < HANDLERS) {
      List<HandlerEntry> entries = new ArrayList<>();
      for (int more = dice.nextInt(3) == 0 ? 2 : 1; more > 0 && next < HANDLERS; more--) {
        entries.add(dice.nextInt(8) == 0 ? handler() : plain(dice));
      }
      parts.add(new Stage(entries));
    }
    return Orchestration.of(name, parts.toArray(Construct[]::new));
  }

  private HandlerEntry plain(SplittableRandom dice) {
    HandlerEntry entry =
        HandlerEntry.of("H" + next++)
            .mustPerform(dice.nextInt(3) > 0)
            .retry(new RetryPolicy(dice.nextInt(3), Duration.ofMillis(10), Duration.ofMillis(80)));
    return entry.mayAnswer(verbs.isPresent() && dice.nextInt(8) == 0);
  }

  /** What a message may be made to go on with: handlers that no orchestration names. */
  static Sequence rest(int number) {
    return Sequence.of(Stage.of(HandlerEntry.of("Z" + number).mustPerform(false)));
  }

  private Construct construct() {
    return switch (random.nextInt(8)) {
      case 0 -> Choose.when(condition(), stage()).otherwise(more());
      case 1 -> Repeat.times(1 + random.nextInt(3), repeated());
      case 2 -> Repeat.whilst(condition(), 2, repeated());
      case 3 -> Sequence.of(stage(), more());
      default -> stage();
    };
  }

  private Construct more() {
    return next < HANDLERS ? stage() : Sequence.EMPTY;
  }

  private Condition condition() {
    String earlier = "H" + random.nextInt(Math.max(1, next));
    return random.nextBoolean()
        ? PropertyCondition.present(Marks.property(earlier))
        : new XPathCondition(ANY_MARK + earlier, Map.of("m", Marks.NAMESPACE));
  }

  private Stage stage() {
    List<HandlerEntry> entries = new ArrayList<>();
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count && (i == 0 || next < HANDLERS); i++) {
      entries.add(handler());
    }
    return new Stage(entries);
  }

  /** One that may perform several times for one message. */
  private Stage repeated() {
    return Stage.of(HandlerEntry.of("H" + next++).mustPerform(random.nextBoolean()).retry(retry()));
  }

  private HandlerEntry handler() {
    HandlerEntry entry = performing();
    entry =
        entry.mayAnswer(!entry.oneway() && verbs.filter(dice -> dice.nextInt(5) == 0).isPresent());
    return affine.isPresent() ? affine(entry, affine.get()) : entry;
  }

  /** What messages have in common that one handler before it has marked in the same attempt. */
  private HandlerEntry affine(HandlerEntry entry, SplittableRandom dice) {
    String earlier = "H" + dice.nextInt(Math.max(1, next));
    return switch (dice.nextInt(4)) {
      case 0 -> entry.affinity(Affinity.ofProperty(Marks.property(earlier)));
      case 1 ->
          entry.affinity(
              Affinity.ofHeader(ANY_MARK + earlier + "/@attempt", Map.of("m", Marks.NAMESPACE)));
      default -> entry;
    };
  }

  private HandlerEntry performing() {
    String number = Integer.toString(next++);
    HandlerEntry entry =
        HandlerEntry.of("H" + number)
            .mustPerform(random.nextInt(3) > 0)
            .notifyOnEnd(random.nextInt(5) == 0);
    if (random.nextInt(7) == 0) {
      return entry.oneway(true);
    }
    Atomicity atomicity =
        random.nextBoolean()
            ? Atomicity.STATELESS
            : ATOMICITIES.get(random.nextInt(ATOMICITIES.size()));
    entry = entry.atomicity(atomicity);
    if (atomicity == Atomicity.QUASI_ATOMIC
        || (atomicity == Atomicity.ATOMIC && random.nextBoolean())) {
      entry = entry.compensator("U" + number);
    }
    if (atomicity != Atomicity.NON_ATOMIC) {
      entry = entry.retry(retry());
    }
    return random.nextInt(3) == 0 ? declared(entry) : entry;
  }

  private RetryPolicy retry() {
    return new RetryPolicy(random.nextInt(3), Duration.ofMillis(10), Duration.ofMillis(80));
  }

  /** It writes its own mark, reads that of the one before, and may be given no more. */
  private HandlerEntry declared(HandlerEntry entry) {
    DeclaredPart mark = new DeclaredPart.Header(new QName(Marks.NAMESPACE, entry.name()));
    DeclaredPart property = new DeclaredPart.Property(Marks.property(entry.name()));
    return entry
        .access(Access.of(Set.of(new DeclaredPart.Body()), Set.of(mark, property)))
        .partial(random.nextBoolean());
  }
}
