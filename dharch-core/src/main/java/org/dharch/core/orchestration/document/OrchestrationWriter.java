package org.dharch.core.orchestration.document;

import static java.util.stream.Collectors.joining;

import java.util.Optional;
import org.dharch.core.document.Durations;
import org.dharch.core.message.Direction;
import org.dharch.core.orchestration.Choose;
import org.dharch.core.orchestration.Condition;
import org.dharch.core.orchestration.Construct;
import org.dharch.core.orchestration.CrashRecovery;
import org.dharch.core.orchestration.Direct;
import org.dharch.core.orchestration.OnFault;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.PropertyCondition;
import org.dharch.core.orchestration.Repeat;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.XPathCondition;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Rule;

/**
 * Writes the model as an orchestration document, which {@link OrchestrationDocument} reads to an
 * equal model. The policy is a separate document: it can be named, and is not written. Stateless;
 * thread-safe.
 *
 * <p>Throws {@link IllegalArgumentException} for values that no document can have: a duration that
 * is no whole number of milliseconds, a character that XML does not allow, or attributes of SOAP's
 * own elements as a declared part.
 */
public final class OrchestrationWriter {
  private static final String NAMESPACE = "urn:dharch:orchestration:1";

  private final XmlOut out = new XmlOut();
  private final HandlerWriter handlers = new HandlerWriter(out);

  private OrchestrationWriter() {}

  /** A whole document, which ends with a line break and names no policy. */
  public static String document(Orchestrations orchestrations) {
    return new OrchestrationWriter().write(orchestrations, Optional.empty());
  }

  /**
   * A whole document, which ends with a line break.
   *
   * @param policy the file of its policy, relative to the document's own
   */
  public static String document(Orchestrations orchestrations, String policy) {
    return new OrchestrationWriter().write(orchestrations, Optional.of(policy));
  }

  private String write(Orchestrations orchestrations, Optional<String> policy) {
    out.declaration().start("orchestrations").attribute("xmlns", NAMESPACE);
    policy.ifPresent(file -> out.attribute("policy", file));
    orchestrations.byName().values().forEach(this::orchestration);
    orchestrations.rules().forEach(this::rule);
    return out.end().toString();
  }

  /**
   * Writes a fragment for {@link OrchestrationDocument#parseRest}.
   *
   * @throws IllegalArgumentException also if the fragment exceeds the length that it reads
   */
  public static String rest(Sequence rest) {
    String text = kept(rest);
    if (text.length() > OrchestrationDocument.MAX_REST_CHARS) {
      throw new IllegalArgumentException(
          String.format(
              "the rest must have at most %2$d characters (got %1$d)",
              text.length(), OrchestrationDocument.MAX_REST_CHARS));
    }
    return text;
  }

  /** Like {@link #rest}, of any length; {@link OrchestrationDocument#parseKept} reads it. */
  public static String kept(Sequence rest) {
    OrchestrationWriter writer = new OrchestrationWriter();
    writer.out.start("rest").attribute("xmlns", NAMESPACE);
    writer.parts(rest);
    return writer.out.end().toString();
  }

  private void orchestration(Orchestration orchestration) {
    out.start("orchestration").attribute("name", orchestration.name());
    orchestration.deadline().ifPresent(d -> out.attribute("deadline", Durations.text(d)));
    if (orchestration.durable()) {
      out.attribute("durable", "true");
    }
    if (orchestration.recovery() == CrashRecovery.COMPENSATE) {
      out.attribute("recover", "compensate");
    }
    if (orchestration.direct() != Direct.AUTO) {
      out.attribute("direct", orchestration.direct().word());
    }
    parts(orchestration.body());
    out.end();
  }

  private void parts(Sequence sequence) {
    sequence.parts().forEach(this::construct);
    sequence.faults().forEach(this::onFault);
  }

  private void onFault(OnFault fault) {
    out.start("onFault");
    Construct only = fault.body().parts().get(0);
    boolean isPlain =
        fault.body().parts().size() == 1
            && only instanceof Stage stage
            && only.equals(Stage.of(stage.handlers().get(0).name()));
    if (isPlain && !fault.body().catches()) {
      out.attribute("handler", ((Stage) only).handlers().get(0).name());
      codes(fault);
    } else {
      codes(fault);
      parts(fault.body());
    }
    out.end();
  }

  private void codes(OnFault fault) {
    if (!fault.codes().isEmpty()) {
      out.attribute("codes", fault.codes().stream().map(Enum::name).collect(joining(" ")));
    }
  }

  private void construct(Construct construct) {
    if (construct instanceof Stage stage) {
      stage(stage);
    } else if (construct instanceof Sequence sequence) {
      out.start("sequence");
      parts(sequence);
      out.end();
    } else if (construct instanceof Choose choose) {
      choose(choose);
    } else {
      Repeat repeat = (Repeat) construct;
      out.start("repeat").attribute("times", String.valueOf(repeat.times()));
      repeat.condition().ifPresent(this::condition);
      parts(repeat.body());
      out.end();
    }
  }

  private void stage(Stage stage) {
    if (stage.isBranched()) {
      out.start("stage");
      boolean shorter = stage.branches().stream().anyMatch(branch -> !isHandler(branch));
      stage.branches().forEach(branch -> branch(branch, shorter));
      out.end();
      return;
    }
    if (stage.handlers().size() == 1) {
      handlers.write(stage.handlers().get(0));
      return;
    }
    out.start("stage");
    if (stage.first()) {
      out.attribute("first", "true");
    }
    stage.handlers().forEach(handlers::write);
    out.end();
  }

  /**
   * Writes one branch.
   *
   * @param shorter whether a branch of a single handler is written as the handler alone, as another
   *     branch is a sequence
   */
  private void branch(Sequence branch, boolean shorter) {
    if (shorter && isHandler(branch)) {
      parts(branch);
      return;
    }
    out.start("sequence");
    parts(branch);
    out.end();
  }

  private static boolean isHandler(Sequence branch) {
    return branch.parts().size() == 1 && ((Stage) branch.parts().get(0)).handlers().size() == 1;
  }

  private void choose(Choose choose) {
    out.start("choose");
    for (Choose.When when : choose.whens()) {
      out.start("when");
      condition(when.condition());
      parts(when.body());
      out.end();
    }
    if (!choose.otherwise().equals(Sequence.EMPTY)) {
      out.start("otherwise");
      parts(choose.otherwise());
      out.end();
    }
    out.end();
  }

  private void rule(Rule rule) {
    out.start("rule").attribute("orchestration", rule.orchestration());
    if (rule.flow() != Direction.IN) {
      out.attribute("flow", rule.flow().toString());
    }
    rule.match().service().ifPresent(value -> out.attribute("service", value));
    rule.match().operation().ifPresent(value -> out.attribute("operation", value));
    rule.match().action().ifPresent(value -> out.attribute("action", value));
    if (rule.match().conditions().size() == 1) {
      condition(rule.match().conditions().get(0));
    } else {
      for (Condition condition : rule.match().conditions()) {
        out.start("if");
        condition(condition);
        out.end();
      }
    }
    out.end();
  }

  private void condition(Condition condition) {
    if (condition instanceof XPathCondition xpath) {
      out.attribute("test", xpath.expression());
      xpath
          .namespaces()
          .forEach((prefix, namespace) -> out.attribute("xmlns:" + prefix, namespace));
    } else {
      PropertyCondition property = (PropertyCondition) condition;
      out.attribute("property", property.property());
      property.value().ifPresent(value -> out.attribute("equals", value));
    }
  }
}
