package org.dharch.core.orchestration;

import java.util.Objects;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.core.xpath.EvaluationBudget;
import org.dharch.core.xpath.XmlTree;

/**
 * A message for the evaluation of conditions. The envelope is parsed into a tree for the first
 * XPath, once for all conditions of this view, and never if there is none. Not thread-safe.
 */
public final class MessageView {
  private final byte[] envelope;
  private final MessageProperties properties;
  private final Limits limits;
  private EvaluationBudget budget; // null until a condition is evaluated
  private XmlTree tree;

  /**
   * @param limits how deep the envelope may be
   */
  public MessageView(byte[] envelope, MessageProperties properties, Limits limits) {
    this.limits = Objects.requireNonNull(limits, "limits");
    this.envelope = Objects.requireNonNull(envelope, "envelope");
    this.properties = Objects.requireNonNull(properties, "properties");
  }

  /**
   * @param limits how deep the envelope may be
   * @param budget pays for all conditions that look at this view
   */
  public MessageView(
      byte[] envelope, MessageProperties properties, Limits limits, EvaluationBudget budget) {
    this(envelope, properties, limits);
    this.budget = Objects.requireNonNull(budget, "budget");
  }

  MessageProperties properties() {
    return properties;
  }

  public byte[] envelope() {
    return envelope;
  }

  public Limits limits() {
    return limits;
  }

  public EvaluationBudget budget() {
    if (budget == null) {
      budget = EvaluationBudget.most(envelope.length);
    }
    return budget;
  }

  /** Whether the envelope has become a tree already. */
  public boolean isTree() {
    return tree != null;
  }

  public XmlTree tree() {
    if (tree == null) {
      tree = XmlTree.parse(envelope, limits.maxDepth());
    }
    return tree;
  }
}
