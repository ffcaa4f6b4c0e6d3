package org.dharch.handlers.axis2;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.soap.SOAPHeader;
import org.apache.axis2.addressing.AddressingConstants;
import org.apache.axis2.addressing.RelatesTo;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.engine.Handler;
import org.dharch.api.Changes;

/**
 * Ensures that Axis2's handler for outgoing WS-Addressing writes its blocks once, even if it is
 * also engaged in the container, before or after DHArch. The handler itself checks for existing
 * blocks except RelatesTo, which it would write twice.
 */
final class AddressingOut {
  private static final String HANDLER = "org.apache.axis2.handlers.addressing.AddressingOutHandler";

  private final boolean itself;
  private final RelatesTo[] all;

  private AddressingOut(boolean itself, RelatesTo[] all) {
    this.itself = itself;
    this.all = all;
  }

  /** If {@code handler} is that one, hides the relationships that the header already has. */
  static AddressingOut before(Handler handler, MessageContext context) {
    RelatesTo[] all = context.getRelationships();
    boolean itself = is(handler.getClass());
    if (itself && all != null && all.length > 0) {
      Set<String> there = inHeader(context.getEnvelope().getHeader());
      context.setRelationships(without(all, there));
    }
    return new AddressingOut(itself, all);
  }

  private static boolean is(Class<?> type) {
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      if (c.getName().equals(HANDLER)) {
        return true;
      }
    }
    return false;
  }

  private static Set<String> inHeader(SOAPHeader header) {
    Set<String> there = new HashSet<>();
    if (header != null) {
      for (Iterator<OMElement> blocks = header.getChildElements(); blocks.hasNext(); ) {
        OMElement block = blocks.next();
        String namespace = block.getNamespaceURI();
        if (block.getLocalName().equals(AddressingConstants.WSA_RELATES_TO)
            && (AddressingConstants.Final.WSA_NAMESPACE.equals(namespace)
                || AddressingConstants.Submission.WSA_NAMESPACE.equals(namespace))) {
          there.add(block.getText().strip());
        }
      }
    }
    return there;
  }

  private static RelatesTo[] without(RelatesTo[] all, Set<String> there) {
    return Arrays.stream(all)
        .filter(one -> !there.contains(one.getValue()))
        .toArray(RelatesTo[]::new);
  }

  /** Prevents the container's own handler from writing again. */
  void after(MessageContext context, Changes.Builder changes) {
    if (!itself) {
      return;
    }
    if (all != null) {
      context.setRelationships(all);
    }
    if (!context.isPropertyTrue(AddressingConstants.DISABLE_ADDRESSING_FOR_OUT_MESSAGES)) {
      changes.property(AddressingConstants.DISABLE_ADDRESSING_FOR_OUT_MESSAGES, true);
    }
  }
}
