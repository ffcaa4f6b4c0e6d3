package org.dharch.core.flow;

import org.dharch.core.message.Direction;
import org.dharch.core.message.Submission;
import org.dharch.core.orchestration.MessageView;

/**
 * Determines a message's priority, group and job class for flow control before it waits. Safe for
 * any thread.
 */
public final class Classifier {
  private static final int MIDDLE = 4;

  private final FlowControl flow;

  public Classifier(FlowControl flow) {
    this.flow = flow;
  }

  /**
   * The result for one message.
   *
   * @param priority from 0 to 9
   * @param group its group of clients
   * @param jobClass the class by which its size is estimated
   */
  public record Verdict(int priority, String group, String jobClass) {}

  /**
   * Classifies {@code message}; parses its envelope only if a rule requires that.
   *
   * @param view the same message
   * @throws org.dharch.core.message.MalformedMessageException if a rule requires the envelope and
   *     it cannot be parsed
   */
  public Verdict of(Submission message, MessageView view) {
    return new Verdict(priority(message, view), group(message), jobClass(message, view));
  }

  private int priority(Submission message, MessageView view) {
    for (PriorityRule rule : flow.rules().priorities()) {
      if (rule.match().matches(message, view)) {
        return rule.level();
      }
    }
    return MIDDLE;
  }

  private String group(Submission message) {
    Selection.GroupBy by = flow.selection().groups();
    if (by instanceof Selection.GroupBy.Operation) {
      return operation(message);
    } else if (by instanceof Selection.GroupBy.Property property) {
      return message.properties().get(property.name()).map(Object::toString).orElse("");
    }
    return by instanceof Selection.GroupBy.Client ? message.client() : "";
  }

  private String jobClass(Submission message, MessageView view) {
    for (JobClassRule rule : flow.rules().classes()) {
      if (rule.match().matches(message, view)) {
        return rule.name() + value(rule.by(), message, view);
      }
    }
    return operation(message);
  }

  private static String value(JobClassRule.By by, Submission message, MessageView view) {
    if (by instanceof JobClassRule.By.Count count) {
      return "=" + Magnitude.of(count.expression().of(view));
    } else if (by instanceof JobClassRule.By.Size) {
      return "=" + Magnitude.of(message.envelope().length);
    } else if (by instanceof JobClassRule.By.Property property) {
      String value = message.properties().get(property.name()).map(Object::toString).orElse("none");
      return "=" + value.substring(0, Math.min(value.length(), 100));
    }
    return "";
  }

  /** Service and operation, or the available parts of them. */
  private static String operation(Submission message) {
    String what = message.operation().isEmpty() ? message.action() : message.operation();
    String way = message.flow() == Direction.IN ? "" : " (" + message.flow() + ")";
    return message.service() + "/" + what + way;
  }
}
