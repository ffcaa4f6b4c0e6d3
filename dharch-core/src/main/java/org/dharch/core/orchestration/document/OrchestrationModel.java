package org.dharch.core.orchestration.document;

import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.dharch.core.document.DocumentProblems;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Direction;
import org.dharch.core.orchestration.Condition;
import org.dharch.core.orchestration.Constructs;
import org.dharch.core.orchestration.CrashRecovery;
import org.dharch.core.orchestration.Direct;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.rule.MessageMatch;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Policy;
import org.dharch.core.orchestration.rule.Rule;
import org.dharch.schema.orchestration.IfType;
import org.dharch.schema.orchestration.OrchestrationType;
import org.dharch.schema.orchestration.OrchestrationsDocument;
import org.dharch.schema.orchestration.OrchestrationsType;
import org.dharch.schema.orchestration.RecoverType;
import org.dharch.schema.orchestration.RestDocument;
import org.dharch.schema.orchestration.RuleType;

/**
 * From a document that its schema allows to the model, with the checks that a schema cannot make.
 * All problems are collected before any is thrown.
 */
final class OrchestrationModel {
  private final DocumentProblems problems = new DocumentProblems();
  private final ConstructReader constructs;

  private OrchestrationModel(boolean isWhole) {
    constructs = new ConstructReader(problems, isWhole);
  }

  static Orchestrations of(
      String source, OrchestrationsDocument document, Function<String, Policy> policies) {
    return new OrchestrationModel(true).orchestrations(source, document, policies);
  }

  static Sequence rest(String source, RestDocument document) {
    OrchestrationModel model = new OrchestrationModel(false);
    Sequence rest = model.constructs.body(document.getRest(), "rest");
    model.problems.throwIfAny(source);
    return rest;
  }

  private Orchestrations orchestrations(
      String source, OrchestrationsDocument document, Function<String, Policy> policies) {
    Policy policy = policy(document.getOrchestrations(), policies);
    Map<String, Orchestration> byName = new LinkedHashMap<>();
    Set<String> names = new HashSet<>();
    for (OrchestrationType xml : document.getOrchestrations().getOrchestrationList()) {
      names.add(xml.getName());
      orchestration(xml)
          .ifPresent(
              o -> {
                byName.put(o.name(), o);
                policy
                    .contradictions(o)
                    .forEach(
                        text ->
                            problems.add(
                                xml,
                                "orchestration '"
                                    + o.name()
                                    + "' contradicts its policy: "
                                    + text));
              });
    }
    List<Rule> rules = new ArrayList<>();
    for (RuleType xml : document.getOrchestrations().getRuleList()) {
      if (!names.contains(xml.getOrchestration())) {
        problems.add(
            xml,
            "the rule's orchestration must be one of "
                + String.join(", ", names.stream().sorted().toList())
                + " (got '"
                + xml.getOrchestration()
                + "')");
      }
      rules.add(rule(xml));
    }
    problems.throwIfAny(source);
    policy
        .contradictions(rules, byName)
        .forEach(
            text ->
                problems.add(
                    document.getOrchestrations(), "the rules contradict their policy: " + text));
    problems.throwIfAny(source);
    return new Orchestrations(byName, rules, policy);
  }

  private Policy policy(OrchestrationsType xml, Function<String, Policy> policies) {
    if (!xml.isSetPolicy()) {
      return Policy.NONE;
    }
    try {
      return policies.apply(xml.getPolicy());
    } catch (DHArchException | InvalidPathException e) {
      e.getMessage()
          .lines()
          .forEach(
              line -> problems.add(xml, "cannot read policy='" + xml.getPolicy() + "': " + line));
      return Policy.NONE;
    }
  }

  private Optional<Orchestration> orchestration(OrchestrationType xml) {
    int before = problems.count();
    String what = "orchestration '" + xml.getName() + "'";
    Sequence body = constructs.body(xml, what);
    var deadline = constructs.handlers().duration(xml, "deadline");
    if (problems.count() == before && Constructs.isNothing(body)) {
      problems.add(xml, what + " must have at least one handler");
    }
    return problems.count() > before
        ? Optional.empty()
        : Optional.of(
            new Orchestration(
                xml.getName(),
                body,
                deadline,
                xml.getDurable(),
                recovery(xml),
                Direct.of(xml.getDirect().toString()).orElseThrow()));
  }

  private static CrashRecovery recovery(OrchestrationType xml) {
    return xml.getRecover() == RecoverType.COMPENSATE
        ? CrashRecovery.COMPENSATE
        : CrashRecovery.NONE;
  }

  private Rule rule(RuleType xml) {
    List<Condition> conditions = new ArrayList<>();
    constructs.conditions().possible(xml).ifPresent(conditions::add);
    for (IfType child : xml.getIfList()) {
      constructs.conditions().needed(child).ifPresent(conditions::add);
    }
    return new Rule(
        xml.getOrchestration(),
        Direction.parse(xml.getFlow().toString()),
        new MessageMatch(
            Optional.ofNullable(xml.getService()),
            Optional.ofNullable(xml.getOperation()),
            Optional.ofNullable(xml.getAction()),
            conditions));
  }
}
