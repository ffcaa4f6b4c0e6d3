package org.dharch.core.orchestration.rule;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.dharch.core.document.XmlDocuments;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;
import org.dharch.schema.policy.PolicyDocument;

/**
 * The content of the policy document, which every orchestration, and every change of one while its
 * message runs, must obey. Immutable; thread-safe.
 *
 * @param rules all of them hold on every path through an orchestration
 */
public record Policy(List<PolicyRule> rules) {
  /** Nothing is demanded. */
  public static final Policy NONE = new Policy(List.of());

  public Policy {
    rules = List.copyOf(rules);
  }

  /** All that either demands. */
  public Policy and(Policy more) {
    List<PolicyRule> all = new ArrayList<>(rules);
    more.rules.stream().filter(rule -> !all.contains(rule)).forEach(all::add);
    return new Policy(all);
  }

  /**
   * The policy that {@code file} describes, an XML file of the published schema {@code
   * org/dharch/schema/policy.xsd}; docs/policy.md is its reference.
   *
   * @throws org.dharch.core.document.DocumentException with every error, each with line and column
   */
  public static Policy read(Path file) {
    return PolicyReader.of(file.toString(), XmlDocuments.read(file, PolicyDocument.class));
  }

  /**
   * Returns the policy that {@code xml} describes.
   *
   * @param source the name of the document in errors
   * @throws org.dharch.core.document.DocumentException with every error, each with line and column
   */
  public static Policy parse(String source, String xml) {
    return PolicyReader.of(source, XmlDocuments.parse(source, xml, PolicyDocument.class));
  }

  /**
   * How an orchestration contradicts this policy, a line for each contradiction; empty if it does
   * not.
   */
  public List<String> contradictions(Orchestration orchestration) {
    return contradictions(List.of(), orchestration.body());
  }

  /**
   * How the rules of a document contradict this policy, a line for each contradiction.
   *
   * @param byName has every orchestration that they name
   */
  public List<String> contradictions(List<Rule> documentRules, Map<String, Orchestration> byName) {
    FlowCoverage coverage = new FlowCoverage(documentRules, byName);
    List<String> found = new ArrayList<>();
    for (PolicyRule rule : rules) {
      if (rule instanceof PolicyRule.Throughout throughout) {
        found.addAll(coverage.contradictions(throughout));
      }
    }
    return found;
  }

  /**
   * Returns how a message contradicts this policy if it continues with {@code rest}.
   *
   * @param done the stages that it has completed
   */
  public List<String> contradictions(List<Stage> done, Sequence rest) {
    Set<String> optional = new HashSet<>();
    for (PolicyRule rule : rules) {
      if (rule instanceof PolicyRule.Permitted) {
        optional.addAll(rule.names());
      }
    }
    List<String> found = new ArrayList<>();
    rules.forEach(rule -> rule.contradiction(done, rest, optional).ifPresent(found::add));
    return found;
  }
}
