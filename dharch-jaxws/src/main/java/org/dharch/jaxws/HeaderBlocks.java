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
import org.dharch.core.message.envelope.Envelopes;

/** Reads the header blocks of a SAAJ message and their roles. */
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

  /** Whether a block has one of the roles, or none and is for the ultimate receiver. */
  static boolean isFor(SOAPHeaderElement block, Set<String> roles) {
    String role = block.getActor();
    return role == null || role.isEmpty() || roles.contains(role);
  }

  /**
   * Marks the blocks that the handler understands as processed, so that the container's service
   * accepts them: those present before the handler. Names of which it has removed a block are
   * skipped, because the positions have changed.
   *
   * @param understood their names; may be null
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
