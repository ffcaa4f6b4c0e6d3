package org.dharch.core.orchestration.rule;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.xmlbeans.XmlObject;
import org.dharch.core.document.DocumentProblems;
import org.dharch.core.document.XmlElements;
import org.dharch.core.message.Direction;
import org.dharch.schema.policy.ApartHandlerType;
import org.dharch.schema.policy.ApartType;
import org.dharch.schema.policy.NamedType;
import org.dharch.schema.policy.OrderType;
import org.dharch.schema.policy.PolicyDocument;
import org.dharch.schema.policy.PolicyType;
import org.dharch.schema.policy.ThroughoutType;

/** From a policy document that its schema allows to the model. */
final class PolicyReader {
  private final DocumentProblems problems = new DocumentProblems();

  private PolicyReader() {}

  static Policy of(String source, PolicyDocument document) {
    PolicyReader reader = new PolicyReader();
    Policy policy = reader.policy(document.getPolicy());
    reader.problems.throwIfAny(source);
    return policy;
  }

  private Policy policy(PolicyType xml) {
    List<PolicyRule> rules = new ArrayList<>();
    PartialOrder orders = new PartialOrder();
    for (XmlObject child : XmlElements.children(xml)) {
      Optional<PolicyRule> rule = rule(child);
      if (rule.isEmpty()) {
        continue;
      }
      if (rules.contains(rule.get())) {
        problems.add(child, XmlElements.name(child) + " must occur only once");
      } else if (rule.get() instanceof PolicyRule.Order order) {
        orders.add(order).ifPresent(circle -> problems.add(child, circle));
      }
      rules.add(rule.get());
    }
    if (xml.getOthers().toString().equals("refused")) {
      Set<String> named = new LinkedHashSet<>();
      rules.forEach(rule -> named.addAll(rule.names()));
      rules.add(new PolicyRule.Only(named));
    }
    return new Policy(rules);
  }

  private Optional<PolicyRule> rule(XmlObject xml) {
    if (xml instanceof OrderType order) {
      if (order.getBefore().equals(order.getAfter())) {
        problems.add(
            xml, "before and after must be different handlers (got '" + order.getBefore() + "')");
        return Optional.empty();
      }
      return Optional.of(new PolicyRule.Order(order.getBefore(), order.getAfter()));
    } else if (xml instanceof ApartType apart) {
      return apart(apart);
    } else if (xml instanceof ThroughoutType throughout) {
      return throughout(throughout);
    }
    String handler = ((NamedType) xml).getHandler();
    return Optional.of(
        switch (XmlElements.name(xml)) {
          case "required" -> new PolicyRule.Required(handler);
          case "once" -> new PolicyRule.Once(handler);
          default -> new PolicyRule.Permitted(handler);
        });
  }

  private Optional<PolicyRule> throughout(ThroughoutType xml) {
    Set<Direction> flows = EnumSet.noneOf(Direction.class);
    for (Object each : xml.getFlows()) {
      if (!flows.add(Direction.parse(each.toString()))) {
        problems.add(xml, "flow '" + each + "' must occur only once in throughout");
      }
    }
    return flows.size() < 2
        ? Optional.empty()
        : Optional.of(new PolicyRule.Throughout(xml.getHandler(), flows));
  }

  private Optional<PolicyRule> apart(ApartType xml) {
    Set<String> names = new LinkedHashSet<>();
    for (ApartHandlerType handler : xml.getHandlerList()) {
      if (!names.add(handler.getName())) {
        problems.add(handler, "handler '" + handler.getName() + "' must occur only once in apart");
      }
    }
    return names.size() < 2 ? Optional.empty() : Optional.of(new PolicyRule.Apart(names));
  }
}
