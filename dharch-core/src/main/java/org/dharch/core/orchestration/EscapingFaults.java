package org.dharch.core.orchestration;

import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.dharch.core.message.Fault;

/** Computes the kinds of failure that a construct does not catch itself. */
public final class EscapingFaults {
  private EscapingFaults() {}

  /** Those of {@code construct}; a handler that must perform may fail in each way. */
  static Set<Fault.Code> of(Construct construct) {
    Set<Fault.Code> escaping = EnumSet.noneOf(Fault.Code.class);
    if (construct instanceof Stage stage) {
      if (stage.handlers().stream().anyMatch(HandlerEntry::isRequired)) {
        escaping.addAll(OnFault.CODES);
      }
    } else if (construct instanceof Sequence sequence) {
      escaping.addAll(of(sequence.parts()));
      Set<Fault.Code> thrown = EnumSet.noneOf(Fault.Code.class);
      for (OnFault fault : sequence.faults()) {
        if (escaping.removeIf(fault::catches)) {
          thrown.addAll(of(fault.body()));
        }
      }
      escaping.addAll(thrown);
    } else if (construct instanceof Choose choose) {
      escaping.addAll(
          of(
              Stream.concat(
                      choose.whens().stream().map(Choose.When::body), Stream.of(choose.otherwise()))
                  .toList()));
    } else {
      escaping.addAll(of(((Repeat) construct).body()));
    }
    return escaping;
  }

  private static Set<Fault.Code> of(Collection<? extends Construct> constructs) {
    Set<Fault.Code> escaping = EnumSet.noneOf(Fault.Code.class);
    constructs.forEach(construct -> escaping.addAll(of(construct)));
    return escaping;
  }

  /** Why an {@code onFault} somewhere in {@code construct} is never taken; empty if each may be. */
  static Optional<String> neverTaken(Construct construct) {
    if (construct instanceof Sequence sequence) {
      return neverTaken(sequence);
    } else if (construct instanceof Choose choose) {
      return Stream.concat(
              choose.whens().stream().map(Choose.When::body), Stream.of(choose.otherwise()))
          .flatMap(body -> neverTaken(body).stream())
          .findFirst();
    } else if (construct instanceof Repeat repeat) {
      return neverTaken(repeat.body());
    }
    return Optional.empty(); // a stage has none
  }

  private static Optional<String> neverTaken(Sequence sequence) {
    for (Construct part : sequence.parts()) {
      Optional<String> objection = neverTaken(part);
      if (objection.isPresent()) {
        return objection;
      }
    }
    for (int i = 0; i < sequence.faults().size(); i++) {
      OnFault fault = sequence.faults().get(i);
      List<OnFault> others = sequence.faults().subList(0, i);
      Optional<String> objection =
          neverTaken(fault.body()).or(() -> objection(sequence.parts(), others, fault));
      if (objection.isPresent()) {
        return objection;
      }
    }
    return Optional.empty();
  }

  /**
   * Returns why {@code fault} is never taken after {@code parts} and other faults; empty if it may
   * be.
   */
  public static Optional<String> objection(
      List<Construct> parts, List<OnFault> others, OnFault fault) {
    Set<Fault.Code> left = of(parts);
    if (left.stream().noneMatch(fault::catches)) {
      return Optional.of(
          "an onFault for "
              + fault.codesText()
              + ", which is never taken: "
              + (left.isEmpty()
                  ? "before it there must be a handler with mustPerform='true' that is not oneway"
                      + " and has no onFault for this"
                  : "the parts before it fail only with " + names(left)));
    }
    others.forEach(other -> left.removeIf(other::catches));
    return left.stream().anyMatch(fault::catches)
        ? Optional.empty()
        : Optional.of(
            "an onFault for "
                + fault.codesText()
                + ", which is never taken: earlier ones catch it; it must be for "
                + (left.isEmpty() ? "nothing" : names(left)));
  }

  private static String names(Set<Fault.Code> codes) {
    return String.join(", ", codes.stream().map(Fault.Code::name).toList());
  }
}
