package org.dharch.handlers.axis2.tree;

import org.apache.axiom.om.OMComment;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMNode;
import org.apache.axiom.om.OMProcessingInstruction;
import org.apache.axiom.om.OMSourcedElement;
import org.apache.axiom.om.OMText;

/** The kinds of tree nodes. */
enum NodeKind {
  ELEMENT,
  TEXT,
  COMMENT,
  PI,
  /** Content that a parser never creates, or an element that is consumed by reading. */
  OTHER;

  /** Cached by class: Axiom's classes have so many interfaces that instanceof is slow. */
  private static final ClassValue<NodeKind> KINDS =
      new ClassValue<>() {
        @Override
        protected NodeKind computeValue(Class<?> type) {
          return ofClass(type);
        }
      };

  static NodeKind of(OMNode node) {
    return KINDS.get(node.getClass());
  }

  private static NodeKind ofClass(Class<?> type) {
    if (OMSourcedElement.class.isAssignableFrom(type)) {
      return OTHER;
    }
    if (OMElement.class.isAssignableFrom(type)) {
      return ELEMENT;
    }
    if (OMText.class.isAssignableFrom(type)) {
      return TEXT;
    }
    if (OMComment.class.isAssignableFrom(type)) {
      return COMMENT;
    }
    return OMProcessingInstruction.class.isAssignableFrom(type) ? PI : OTHER;
  }
}
