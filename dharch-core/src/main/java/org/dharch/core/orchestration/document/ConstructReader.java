package org.dharch.core.orchestration.document;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.xmlbeans.XmlObject;
import org.dharch.core.document.DocumentProblems;
import org.dharch.core.document.XmlElements;
import org.dharch.core.message.Fault;
import org.dharch.core.orchestration.Branches;
import org.dharch.core.orchestration.Choose;
import org.dharch.core.orchestration.Condition;
import org.dharch.core.orchestration.Construct;
import org.dharch.core.orchestration.Constructs;
import org.dharch.core.orchestration.EscapingFaults;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.OnFault;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Repeat;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;
import org.dharch.schema.orchestration.BranchType;
import org.dharch.schema.orchestration.ChooseType;
import org.dharch.schema.orchestration.HandlerType;
import org.dharch.schema.orchestration.OnFaultType;
import org.dharch.schema.orchestration.RepeatType;
import org.dharch.schema.orchestration.SequenceType;
import org.dharch.schema.orchestration.StageType;
import org.dharch.schema.orchestration.WhenType;

/**
 * Reads constructs recursively. Reports errors and continues with a valid substitute, so that the
 * rest is checked too.
 */
final class ConstructReader {
  private final DocumentProblems problems;
  private final HandlerReader handlers;
  private final ConditionReader conditions;
  private final boolean isWhole;

  /**
   * @param isWhole whether the document is complete as its author wrote it; in the remaining
   *     orchestration of a message an {@code onFault} may follow stages that can no longer fail
   */
  ConstructReader(DocumentProblems problems, boolean isWhole) {
    this.problems = problems;
    this.isWhole = isWhole;
    handlers = new HandlerReader(problems);
    conditions = new ConditionReader(problems);
  }

  HandlerReader handlers() {
    return handlers;
  }

  ConditionReader conditions() {
    return conditions;
  }

  /**
   * Reads the content of {@code xml}.
   *
   * @param what its name in a problem
   */
  Sequence body(SequenceType xml, String what) {
    // the remainder of a catching sequence is nested one level deeper than the original
    Sequence body = sequence(xml, xml.sizeOfOnFaultArray() > 0 ? 2 : 1);
    int most = Constructs.mostHandlers(body);
    if (most > Orchestration.MAX_HANDLERS) {
      problems.add(
          xml,
          what
              + " must have at most "
              + Orchestration.MAX_HANDLERS
              + " handlers, repetitions counted (got "
              + most
              + ")");
    }
    return body;
  }

  private Sequence sequence(SequenceType xml, int depth) {
    if (depth > Orchestration.MAX_DEPTH) {
      problems.add(
          xml,
          XmlElements.name(xml) + " must be nested at most " + Orchestration.MAX_DEPTH + " deep");
      return Sequence.EMPTY;
    }
    int before = problems.count();
    List<Construct> parts = new ArrayList<>();
    List<OnFault> faults = new ArrayList<>();
    for (XmlObject child : XmlElements.children(xml)) {
      if (child instanceof OnFaultType type) {
        onFault(type, depth + 1)
            .ifPresent(
                fault -> {
                  if (isWhole && problems.count() == before) {
                    EscapingFaults.objection(parts, faults, fault)
                        .ifPresent(text -> problems.add(child, text));
                  }
                  faults.add(fault);
                });
      } else {
        parts.add(construct(child, depth));
      }
    }
    return new Sequence(parts, faults);
  }

  private Optional<OnFault> onFault(OnFaultType xml, int depth) {
    int before = problems.count();
    Sequence inside = sequence(xml, depth);
    Optional<String> handler = XmlElements.attribute(xml, "handler");
    if (handler.isPresent() && !inside.equals(Sequence.EMPTY)) {
      problems.add(
          xml,
          "an onFault must not have both a handler attribute and content (got handler='"
              + handler.get()
              + "')");
    }
    Sequence body = handler.map(name -> Sequence.of(Stage.of(name))).orElse(inside);
    if (problems.count() == before && Constructs.isNothing(body)) {
      problems.add(xml, "an onFault must have handler='NAME' or handlers inside");
    }
    if (problems.count() > before) {
      return Optional.empty();
    }
    Set<Fault.Code> codes = EnumSet.noneOf(Fault.Code.class);
    for (Object code : xml.isSetCodes() ? xml.getCodes() : List.of()) {
      codes.add(Fault.Code.valueOf(code.toString()));
    }
    return Optional.of(new OnFault(codes, body));
  }

  private Construct construct(XmlObject xml, int depth) {
    if (xml instanceof HandlerType handler) {
      return Stage.of(List.of(handlers.read(handler)));
    } else if (xml instanceof StageType stage) {
      return stage(stage);
    } else if (xml instanceof ChooseType choose) {
      return choose(choose, depth);
    } else if (xml instanceof RepeatType repeat) {
      return repeat(repeat, depth);
    }
    return sequence((SequenceType) xml, depth + 1);
  }

  private Construct stage(StageType xml) {
    return xml.sizeOfSequenceArray() > 0 ? branched(xml) : plain(xml);
  }

  private Construct branched(StageType xml) {
    int before = problems.count();
    List<Sequence> branches = new ArrayList<>();
    for (XmlObject child : XmlElements.children(xml)) {
      branches.add(
          child instanceof BranchType branch
              ? branch(branch)
              : Sequence.of(Stage.of(List.of(handlers.read((HandlerType) child)))));
    }
    if (xml.getFirst()) {
      problems.add(xml, "a stage with first='true' must have only handlers (got a sequence)");
    }
    if (problems.count() == before && branches.size() == 1) {
      return branches.get(0);
    } else if (problems.count() == before) {
      Branches.objection(branches).ifPresent(text -> problems.add(xml, text));
    }
    return problems.count() == before
        ? Stage.ofBranches(branches)
        : Sequence.of(List.copyOf(branches));
  }

  private Sequence branch(BranchType xml) {
    List<Construct> parts = new ArrayList<>();
    for (XmlObject child : XmlElements.children(xml)) {
      if (child instanceof HandlerType handler) {
        parts.add(Stage.of(List.of(handlers.read(handler))));
      } else if (((StageType) child).sizeOfSequenceArray() > 0) {
        problems.add(child, "a branch must contain only stages of handlers (got branches)");
      } else {
        parts.add(plain((StageType) child));
      }
    }
    return Sequence.of(parts);
  }

  private Construct plain(StageType xml) {
    List<HandlerEntry> fit = new ArrayList<>();
    List<Construct> unfit = new ArrayList<>();
    boolean first = xml.getFirst();
    for (HandlerType child : xml.getHandlerList()) {
      HandlerEntry entry = handlers.read(child);
      Optional<String> objection =
          fit.stream().flatMap(other -> Stage.objection(other, entry, first).stream()).findFirst();
      if (first && objection.isEmpty()) {
        objection = Stage.notFirst(entry);
      }
      if (objection.isPresent()) {
        problems.add(child, objection.get());
        unfit.add(Stage.of(List.of(entry)));
      } else {
        fit.add(entry);
      }
    }
    if (unfit.isEmpty()) {
      Optional<String> objection = Stage.objection(fit, first);
      objection.ifPresent(text -> problems.add(xml, text));
      return new Stage(fit, first && objection.isEmpty(), List.of());
    }
    fit.forEach(entry -> unfit.add(Stage.of(List.of(entry))));
    return Sequence.of(unfit);
  }

  private Construct choose(ChooseType xml, int depth) {
    List<Choose.When> whens = new ArrayList<>();
    List<Construct> unconditional = new ArrayList<>();
    for (WhenType child : xml.getWhenList()) {
      Optional<Condition> condition = conditions.needed(child);
      Sequence body = sequence(child, depth + 1);
      condition.ifPresentOrElse(
          c -> whens.add(new Choose.When(c, body)), () -> unconditional.add(body));
    }
    Sequence otherwise =
        xml.isSetOtherwise() ? sequence(xml.getOtherwise(), depth + 1) : Sequence.EMPTY;
    return whens.isEmpty() ? Sequence.of(unconditional) : new Choose(whens, otherwise);
  }

  private Construct repeat(RepeatType xml, int depth) {
    Optional<Condition> condition = conditions.possible(xml);
    int before = problems.count();
    Sequence body = sequence(xml, depth + 1);
    if (!body.isEmpty()) {
      return new Repeat(xml.getTimes(), condition, body);
    }
    if (problems.count() == before) {
      problems.add(xml, "a repeat must have at least one stage");
    }
    return body;
  }
}
