package org.dharch.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import javax.xml.namespace.QName;
import org.dharch.core.message.Fault;
import org.dharch.core.orchestration.Access;
import org.dharch.core.orchestration.Affinity;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.Choose;
import org.dharch.core.orchestration.Condition;
import org.dharch.core.orchestration.Construct;
import org.dharch.core.orchestration.DeclaredPart;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.OnFault;
import org.dharch.core.orchestration.OnFaults;
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

  /** What sequences catch; the first is whatever a handler fails with. */
  private static final List<Set<Fault.Code>> CODES =
      List.of(
          Set.of(),
          Set.of(Fault.Code.HANDLER_FAILED),
          Set.of(Fault.Code.HANDLER_TIMED_OUT, Fault.Code.NOT_SERVED),
          OnFault.CODES);

  private static final List<Atomicity> ATOMICITIES = List.of(Atomicity.values());

  private final SplittableRandom random;

  /** By which handlers may answer; empty if none may. */
  private final Optional<SplittableRandom> verbs;

  /** By which handlers have affinities; empty if none has. */
  private final Optional<SplittableRandom> affine;

  /** By which most handlers are fit to be done ahead; empty if that is as it comes. */
  private final Optional<SplittableRandom> forwarding;

  /** By which there are the constructs that came last; empty if there are none. */
  private final Optional<SplittableRandom> last;

  private int next;

  RandomOrchestration(
      SplittableRandom random,
      Optional<SplittableRandom> verbs,
      Optional<SplittableRandom> affine,
      Optional<SplittableRandom> forwarding,
      Optional<SplittableRandom> last) {
    this.forwarding = forwarding;
    this.random = random;
    this.last = last;
    this.affine = affine;
    this.verbs = verbs;
  }

  Orchestration named(String name) {
    next = 0;
    if (forwarding.filter(dice -> dice.nextInt(4) > 0).isPresent()) {
      return row(name, forwarding.get());
    }
    List<Construct> parts = new ArrayList<>();
    int count = 1 + random.nextInt(4);
    for (int i = 0; i < count && next < HANDLERS; i++) {
      parts.add(construct());
    }
    Orchestration drawn = Orchestration.of(name, parts.toArray(Construct[]::new));
    return last.filter(dice -> dice.nextInt(6) == 0 && next < HANDLERS).isPresent()
        ? new Orchestration(
            name,
            catching(drawn.body()),
            drawn.deadline(),
            drawn.durable(),
            drawn.recovery(),
            drawn.direct())
        : drawn;
  }

  /** The same, which catches faults of some kind if it can fail with one. */
  private Sequence catching(Sequence sequence) {
    Set<Fault.Code> codes = new HashSet<>(CODES.get(last.orElseThrow().nextInt(CODES.size())));
    return OnFaults.ifTaken(sequence, new OnFault(codes, Sequence.of(stage())));
  }

  /** Stages one after another, of handlers most of which may be done in vain. */
  private Orchestration row(String name, SplittableRandom dice) {
    List<Construct> parts = new ArrayList<>();
    while (next < HANDLERS) {
      List<HandlerEntry> entries = new ArrayList<>();
      for (int more = dice.nextInt(3) == 0 ? 2 : 1; more > 0 && next < HANDLERS; more--) {
        entries.add(dice.nextInt(8) == 0 ? handler() : plain(dice));
      }
      parts.add(Stage.of(entries));
    }
    return Orchestration.of(name, parts.toArray(Construct[]::new));
  }

  private HandlerEntry plain(SplittableRandom dice) {
    HandlerEntry entry =
        HandlerEntry.of("H" + next++)
            .mustPerform(dice.nextInt(3) > 0)
            .retry(new RetryPolicy(dice.nextInt(3), Duration.ofMillis(10), Duration.ofMillis(80)));
    return entry.mayRespond(verbs.isPresent() && dice.nextInt(8) == 0);
  }

  /** What a message may be made to go on with: handlers that no orchestration names. */
  static Sequence rest(int number) {
    return Sequence.of(Stage.of(HandlerEntry.of("Z" + number).mustPerform(false)));
  }

  private Construct construct() {
    if (last.isEmpty() || last.get().nextInt(4) > 0) {
      return plain();
    }
    Construct first = last.get().nextInt(5) == 0 ? construct() : plain();
    Sequence sequence = Sequence.of(first, more(), more());
    return next < HANDLERS ? catching(sequence) : sequence;
  }

  private Construct plain() {
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
    if (next < HANDLERS - 3 && last.filter(dice -> dice.nextInt(4) == 0).isPresent()) {
      return branched();
    }
    List<HandlerEntry> entries = new ArrayList<>();
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count && (i == 0 || next < HANDLERS); i++) {
      entries.add(handler());
    }
    return maybeFirst(entries);
  }

  private Stage maybeFirst(List<HandlerEntry> entries) {
    return entries.size() > 1 && last.filter(dice -> dice.nextInt(3) == 0).isPresent()
        ? Stage.first(entries.stream().map(RandomOrchestration::inVain).toList())
        : Stage.of(entries);
  }

  /** Two branches, of one stage or two each; or three, or of more stages, as the planner's are. */
  private Stage branched() {
    List<Sequence> branches = new ArrayList<>();
    for (int b = 0; b < 2 || (b == 2 && mayHaveMore()); b++) {
      List<Construct> stages = new ArrayList<>();
      for (int i = last.orElseThrow().nextInt(3); i < 3 || (i < 5 && mayHaveMore()); i += 2) {
        List<HandlerEntry> entries = new ArrayList<>();
        entries.add(handler().mayRespond(false));
        if (next < HANDLERS && last.orElseThrow().nextInt(3) == 0) {
          entries.add(handler().mayRespond(false));
        }
        stages.add(maybeFirst(entries));
      }
      branches.add(Sequence.of(stages));
    }
    return Stage.ofBranches(branches);
  }

  private boolean mayHaveMore() {
    return next < HANDLERS - 2 && last.orElseThrow().nextInt(4) == 0;
  }

  /** The same, which may perform in vain. */
  private static HandlerEntry inVain(HandlerEntry entry) {
    HandlerEntry plain =
        HandlerEntry.of(entry.name())
            .mustPerform(entry.failures().mustPerform())
            .completionCallback(entry.completionCallback())
            .retry(entry.failures().retry())
            .mayRespond(entry.mayRespond());
    plain = entry.affinity().map(plain::affinity).orElse(plain);
    plain =
        entry
            .parts()
            .send()
            .map(p -> p.toArray(DeclaredPart[]::new))
            .map(plain::send)
            .orElse(plain);
    return entry.parts().access().map(plain::access).orElse(plain).partial(entry.parts().partial());
  }

  /** One that may perform several times for one message. */
  private Stage repeated() {
    return Stage.of(HandlerEntry.of("H" + next++).mustPerform(random.nextBoolean()).retry(retry()));
  }

  private HandlerEntry handler() {
    HandlerEntry entry = performing();
    entry =
        entry.mayRespond(!entry.oneway() && verbs.filter(dice -> dice.nextInt(5) == 0).isPresent());
    entry = affine.isPresent() ? affine(entry, affine.get()) : entry;
    return last.filter(dice -> dice.nextInt(6) == 0).isPresent() && !entry.parts().partial()
        ? sent(entry)
        : entry;
  }

  /** It is sent what it declares, or no more than the mark of one handler before it. */
  private HandlerEntry sent(HandlerEntry entry) {
    if (entry.parts().access().isEmpty()) {
      String earlier = "H" + last.orElseThrow().nextInt(Math.max(1, next));
      return entry.send(new DeclaredPart.Header(new QName(Marks.NAMESPACE, earlier)));
    }
    Set<DeclaredPart> declared = new HashSet<>(entry.parts().access().get().reads());
    declared.addAll(entry.parts().access().get().writes());
    return entry.send(declared.toArray(DeclaredPart[]::new));
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
            .completionCallback(random.nextInt(5) == 0);
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
