package org.dharch.core.orchestration.document;

import java.util.Optional;
import org.apache.xmlbeans.XmlObject;
import org.dharch.core.document.DocumentProblems;
import org.dharch.core.document.XmlElements;
import org.dharch.core.orchestration.Condition;
import org.dharch.core.orchestration.PropertyCondition;
import org.dharch.core.orchestration.XPathCondition;

/** Reads the condition in an element's attributes test, property and equals. */
public final class ConditionReader {
  private final DocumentProblems problems;

  public ConditionReader(DocumentProblems problems) {
    this.problems = problems;
  }

  /**
   * Returns the condition of {@code element}; reports a problem and returns empty if there is none.
   */
  public Optional<Condition> needed(XmlObject element) {
    int before = problems.count();
    Optional<Condition> condition = possible(element);
    if (condition.isEmpty() && problems.count() == before) {
      problems.add(
          element,
          XmlElements.name(element) + " must have a condition: test='XPATH' or property='NAME'");
    }
    return condition;
  }

  /**
   * Returns the condition of {@code element}; empty if there is none, or a wrong one, which is
   * reported.
   */
  public Optional<Condition> possible(XmlObject element) {
    Optional<String> test = XmlElements.attribute(element, "test");
    Optional<String> property = XmlElements.attribute(element, "property");
    Optional<String> value = XmlElements.attribute(element, "equals");
    if (test.isPresent() && property.isPresent()) {
      problems.add(element, "test and property must not be set both in one element");
      return Optional.empty();
    }
    if (value.isPresent() && property.isEmpty()) {
      problems.add(element, "equals='" + value.get() + "' requires property");
      return Optional.empty();
    }
    if (property.isPresent()) {
      return property(element, property.get(), value);
    }
    return test.flatMap(expression -> xpath(element, expression));
  }

  private Optional<Condition> property(XmlObject element, String name, Optional<String> value) {
    if (name.isEmpty()) {
      problems.add(element, "property must be a property's name (got '')");
      return Optional.empty();
    }
    return Optional.of(new PropertyCondition(name, value));
  }

  private Optional<Condition> xpath(XmlObject element, String expression) {
    try {
      return Optional.of(new XPathCondition(expression, XmlElements.namespaces(element)));
    } catch (IllegalArgumentException e) {
      problems.add(element, "test: " + e.getMessage());
      return Optional.empty();
    }
  }
}
