package org.dharch.core.orchestration;

import java.util.Iterator;
import org.jaxen.UnsupportedAxisException;
import org.jaxen.dom.DocumentNavigator;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;

/**
 * Shows a DOM tree to an XPath, and has its {@link EvaluationBudget} pay for each node that is
 * looked at, and for text by its length. Whatever an evaluation does again and again, it looks at
 * nodes for. Used by one thread at a time.
 */
final class MeteredNavigator extends DocumentNavigator {
  private static final long serialVersionUID = 1;

  /** Characters that are read in the time in which a node is found. */
  private static final int CHARACTERS_A_STEP = 16;

  private final transient EvaluationBudget nobody = new EvaluationBudget(Long.MAX_VALUE);
  private transient EvaluationBudget budget = nobody;
  private final int price;

  /**
   * @param price what each node costs: the longer the expression, the more is done about it
   */
  MeteredNavigator(int price) {
    this.price = price;
  }

  /** From now on {@code payer} pays; null: nobody. */
  void paidBy(EvaluationBudget payer) {
    budget = payer == null ? nobody : payer;
  }

  void pay(long steps) {
    budget.spend(steps * price);
  }

  /** Pays for reading {@code text}. */
  String paid(String text) {
    if (text != null) {
      pay(1 + text.length() / CHARACTERS_A_STEP);
    }
    return text;
  }

  private final class Metered implements Iterator<Object> {
    private final Iterator<?> nodes;

    Metered(Iterator<?> nodes) {
      this.nodes = nodes;
    }

    @Override
    public boolean hasNext() {
      return nodes.hasNext();
    }

    @Override
    public Object next() {
      pay(1);
      return nodes.next();
    }
  }

  private Iterator<?> metered(Iterator<?> nodes) {
    pay(1);
    return new Metered(nodes);
  }

  @Override
  public Iterator<?> getChildAxisIterator(Object contextNode) {
    return metered(super.getChildAxisIterator(contextNode));
  }

  @Override
  public Iterator<?> getParentAxisIterator(Object contextNode) {
    return metered(super.getParentAxisIterator(contextNode));
  }

  @Override
  public Object getParentNode(Object child) {
    pay(1);
    return super.getParentNode(child);
  }

  @Override
  public Iterator<?> getFollowingSiblingAxisIterator(Object contextNode) {
    return metered(super.getFollowingSiblingAxisIterator(contextNode));
  }

  @Override
  public Iterator<?> getPrecedingSiblingAxisIterator(Object contextNode) {
    return metered(super.getPrecedingSiblingAxisIterator(contextNode));
  }

  @Override
  public Iterator<?> getFollowingAxisIterator(Object contextNode) {
    return metered(super.getFollowingAxisIterator(contextNode));
  }

  @Override
  public Iterator<?> getPrecedingAxisIterator(Object contextNode) throws UnsupportedAxisException {
    return metered(super.getPrecedingAxisIterator(contextNode));
  }

  @Override
  public Iterator<?> getAttributeAxisIterator(Object contextNode) {
    pay(attributes(contextNode));
    return super.getAttributeAxisIterator(contextNode);
  }

  /** Its nodes are collected at once, from all elements around. */
  @Override
  public Iterator<?> getNamespaceAxisIterator(Object contextNode) {
    for (Node node = (Node) contextNode; node != null; node = node.getParentNode()) {
      pay(1 + attributes(node));
    }
    return super.getNamespaceAxisIterator(contextNode);
  }

  private static long attributes(Object node) {
    NamedNodeMap attributes = ((Node) node).getAttributes();
    return attributes == null ? 0 : attributes.getLength();
  }

  /** All text below it; its own, so that each node on the way is paid for. */
  @Override
  public String getElementStringValue(Object element) {
    StringBuilder text = new StringBuilder();
    Node top = (Node) element;
    Node node = top.getFirstChild();
    while (node != null) {
      pay(1);
      if (node.getNodeType() == Node.TEXT_NODE) {
        text.append(paid(node.getNodeValue()));
      }
      Node next = node.getFirstChild();
      while (next == null && node != top) {
        next = node.getNextSibling();
        if (next == null) {
          node = node.getParentNode();
        }
      }
      node = next;
    }
    return text.toString();
  }

  @Override
  public String getAttributeStringValue(Object attribute) {
    return paid(super.getAttributeStringValue(attribute));
  }

  @Override
  public String getTextStringValue(Object text) {
    return paid(super.getTextStringValue(text));
  }

  @Override
  public String getCommentStringValue(Object comment) {
    return paid(super.getCommentStringValue(comment));
  }

  @Override
  public String getProcessingInstructionData(Object instruction) {
    return paid(super.getProcessingInstructionData(instruction));
  }
}
