package org.dharch.ws.security;

import static org.dharch.ws.security.SecurityFault.Code.FAILED_CHECK;
import static org.dharch.ws.security.SecurityFault.Code.INVALID_SECURITY;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;
import org.apache.wss4j.dom.WSConstants;
import org.apache.wss4j.dom.WSDataRef;
import org.apache.wss4j.dom.engine.WSSecurityEngineResult;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** Tracks the decrypted parts of one message. Not thread-safe. */
final class Decryption {
  private final DomEnvelope envelope;
  private final DecryptedXml decrypted;
  private final Optional<Element> wholeBody;
  private final Set<Element> encrypted = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<Element> blocks = Collections.newSetFromMap(new IdentityHashMap<>());
  private final boolean isOnlyContent;
  private boolean body;

  /** Call it before any decryption. */
  Decryption(DomEnvelope envelope, DecryptedXml decrypted) {
    this.envelope = envelope;
    this.decrypted = decrypted;
    wholeBody = onlyEncryptedData(envelope.body());
    isOnlyContent =
        wholeBody
            .filter(data -> data.getPreviousSibling() == null && data.getNextSibling() == null)
            .isPresent();
  }

  private static Optional<Element> onlyEncryptedData(Element parent) {
    Element found = null;
    for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
      boolean isBlank = node.getNodeType() == Node.COMMENT_NODE;
      if (node.getNodeType() == Node.TEXT_NODE) {
        isBlank = node.getNodeValue().isBlank();
      }
      if (!isBlank) {
        if (found != null || !Names.is(node, Names.ENCRYPTED_DATA)) {
          return Optional.empty();
        }
        found = (Element) node;
      }
    }
    return Optional.ofNullable(found);
  }

  void record(List<WSSecurityEngineResult> results) throws SecurityFault {
    for (WSSecurityEngineResult result : results) {
      if (Coverage.action(result) == WSConstants.ENCR
          && result.get(WSSecurityEngineResult.TAG_DATA_REF_URIS) instanceof List<?> references) {
        for (Object dataReference : references) {
          record((WSDataRef) dataReference);
        }
      }
    }
  }

  private void record(WSDataRef reference) throws SecurityFault {
    if (reference.getProtectedElement() == null || reference.getEncryptedElement() == null) {
      throw new SecurityFault(INVALID_SECURITY, "the encrypted content is not an element");
    }
    encrypted.add(reference.getEncryptedElement());
    Element header = envelope.header().orElse(null);
    for (Node node = reference.getProtectedElement(); node != null; node = node.getParentNode()) {
      if (node == envelope.body()) {
        body = true;
      } else if (header != null && node.getParentNode() == header) {
        blocks.add((Element) node);
      }
    }
  }

  void require(PartList parts) throws SecurityFault {
    if (parts.body() && wholeBody.filter(encrypted::contains).isEmpty()) {
      throw new SecurityFault(FAILED_CHECK, "not encrypted: body");
    }
    if (parts.body() && DomEnvelope.hasAttachment(envelope.body())) {
      throw new SecurityFault(FAILED_CHECK, "not encrypted: the attachment");
    }
    for (QName name : parts.headers()) {
      List<Element> present =
          envelope.headerBlocks().stream().filter(block -> Names.is(block, name)).toList();
      if (present.isEmpty() || present.stream().anyMatch(envelope::wasBlock)) {
        throw new SecurityFault(FAILED_CHECK, "not encrypted: " + name);
      }
    }
  }

  /**
   * Returns the decrypted content of the body without serializing the tree, if there is no other
   * content.
   */
  Optional<byte[]> wholeBody() {
    return body && isOnlyContent ? decrypted.wholeContent(envelope.body()) : Optional.empty();
  }

  boolean body() {
    return body;
  }

  Set<Element> blocks() {
    return blocks;
  }
}
