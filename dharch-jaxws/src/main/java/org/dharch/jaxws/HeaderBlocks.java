package org.dharch.jaxws;

import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPHeader;
import jakarta.xml.soap.SOAPHeaderElement;
import jakarta.xml.soap.SOAPMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.api.HandlerMessage;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.core.message.Envelopes;

/** The header blocks of a SAAJ message, and whom they are for. */
final class HeaderBlocks {
  private HeaderBlocks() {}

  static List<SOAPHeaderElement> of(SOAPMessage message) throws SOAPException {
    List<SOAPHeaderElement> blocks = new ArrayList<>();
    SOAPHeader header = message.getSOAPPart().getEnvelope().getHeader();
    if (header != null) {
      for (Iterator<SOAPHeaderElement> all = header.examineAllHeaderElements(); all.hasNext(); ) {
        blocks.add(all.next());
      }
    }
    return blocks;
  }

  /** Whether a block names no role, and so is for the ultimate receiver, or one of these. */
  static boolean isFor(SOAPHeaderElement block, Set<String> roles) {
    String role = block.getActor();
    return role == null || role.isEmpty() || roles.contains(role);
  }

  /**
   * Says that the handler has processed those blocks which it says it understands, so that the
   * container's service does not refuse them: those that were there before it. Of a name of which
   * it removed one nothing is said, for then none stands for another.
   *
   * @param understood their names; null as none
   */
  static void processed(
      HandlerMessage message,
      SoapContext context,
      Set<QName> understood,
      Limits limits,
      Changes.Builder changes)
      throws SOAPException {
    if (understood == null || understood.isEmpty()) {
      return;
    }
    Set<HeaderRef> removed = changes.build().removedHeaders();
    List<HeaderRef> before = Envelopes.headers(message.envelope(), limits);
    Map<QName, Integer> seen = new HashMap<>();
    for (SOAPHeaderElement block : of(context.getMessage())) {
      QName name = block.getElementQName();
      HeaderRef ref = new HeaderRef(name, seen.merge(name, 1, Integer::sum) - 1);
      if (understood.contains(name)
          && isFor(block, context.getRoles())
          && before.contains(ref)
          && removed.stream().noneMatch(each -> each.name().equals(name))
          && !message.processed().contains(ref)) {
        changes.processed(ref);
      }
    }
  }
}
