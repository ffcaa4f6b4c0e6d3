package org.dharch.ws.security;

import static org.dharch.ws.security.SecurityFault.Code.FAILED_AUTHENTICATION;
import static org.dharch.ws.security.SecurityFault.Code.FAILED_CHECK;

import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;
import org.apache.wss4j.dom.WSDataRef;
import org.apache.wss4j.dom.engine.WSSecurityEngineResult;
import org.w3c.dom.Element;

/**
 * The elements that a valid signature covers, by identity: those whose digests were computed. Each
 * must be the envelope's Body, a header block, or a token of its Security block.
 *
 * @param certificate the signer's certificate
 * @param replayKey the replay key of the signature
 */
record Coverage(X509Certificate certificate, Set<Element> elements, String replayKey) {

  static Coverage of(WSSecurityEngineResult result, DomEnvelope envelope, Element security)
      throws SecurityFault {
    X509Certificate certificate =
        (X509Certificate) result.get(WSSecurityEngineResult.TAG_X509_CERTIFICATE);
    if (certificate == null) {
      throw new SecurityFault(FAILED_CHECK, "the signature has no certificate");
    }
    Set<Element> elements = Collections.newSetFromMap(new IdentityHashMap<>());
    List<?> references = (List<?>) result.get(WSSecurityEngineResult.TAG_DATA_REF_URIS);
    for (Object reference : references) {
      Element element = ((WSDataRef) reference).getProtectedElement();
      boolean isBlock =
          element.getParentNode() != null
              && envelope.header().filter(element.getParentNode()::equals).isPresent();
      if (element != envelope.body()
          && !isBlock
          && !envelope.wasBlock(element)
          && element.getParentNode() != security) {
        throw new SecurityFault(
            FAILED_CHECK, "the signature covers " + Names.of(element) + ", which is not a part");
      }
      if (DomEnvelope.hasAttachment(element)) {
        throw new SecurityFault(
            FAILED_CHECK, "the signature covers " + Names.of(element) + " without its attachment");
      }
      elements.add(element);
    }
    return new Coverage(
        certificate, elements, OnceOnly.signature(signedInfo(result), certificate.getPublicKey()));
  }

  private static Element signedInfo(WSSecurityEngineResult result) throws SecurityFault {
    return DomEnvelope.child(
            (Element) result.get(WSSecurityEngineResult.TAG_TOKEN_ELEMENT),
            new QName(Names.DS, "SignedInfo"))
        .orElseThrow(() -> new SecurityFault(FAILED_CHECK, "the signature has no SignedInfo"));
  }

  void requireSigner(Optional<Pattern> subject, Optional<Pattern> issuer) throws SecurityFault {
    String issuerName = certificate.getIssuerX500Principal().getName();
    if (subject.filter(pattern -> !pattern.matcher(signer()).matches()).isPresent()
        || issuer.filter(pattern -> !pattern.matcher(issuerName).matches()).isPresent()) {
      throw new SecurityFault(
          FAILED_AUTHENTICATION, "the signer " + signer() + " does not match " + issuerName);
    }
  }

  String signer() {
    return certificate.getSubjectX500Principal().getName();
  }

  /** Returns a part of {@code parts} that is not covered; empty if all are. */
  Optional<String> missing(PartList parts, DomEnvelope envelope, Tokens tokens) {
    if (parts.body() && !elements.contains(envelope.body())) {
      return Optional.of("body");
    }
    if (parts.timestamp() && !covers(tokens.timestamp())) {
      return Optional.of("timestamp");
    }
    if (parts.username() && !covers(tokens.username())) {
      return Optional.of("username");
    }
    for (QName name : parts.headers()) {
      List<Element> blocks = blocks(envelope, name);
      if (blocks.isEmpty() || !elements.containsAll(blocks)) {
        return Optional.of(name.toString());
      }
    }
    return parts.optional().stream()
        .filter(name -> !elements.containsAll(blocks(envelope, name)))
        .map(QName::toString)
        .findFirst();
  }

  private static List<Element> blocks(DomEnvelope envelope, QName name) {
    return envelope.headerBlocks().stream().filter(block -> Names.is(block, name)).toList();
  }

  boolean covers(Optional<Element> token) {
    return token.filter(elements::contains).isPresent();
  }

  List<String> parts(DomEnvelope envelope, Tokens tokens) {
    Set<String> names = new TreeSet<>();
    for (Element element : elements) {
      if (element == envelope.body()) {
        names.add("body");
      } else if (tokens.timestamp().filter(element::equals).isPresent()) {
        names.add("timestamp");
      } else if (tokens.username().filter(element::equals).isPresent()) {
        names.add("username");
      } else if (envelope.headerBlocks().contains(element)) {
        names.add(Names.of(element).toString());
      }
    }
    return List.copyOf(names);
  }

  record Tokens(Optional<Element> timestamp, Optional<Element> username) {}

  static int action(WSSecurityEngineResult result) {
    return (Integer) result.get(WSSecurityEngineResult.TAG_ACTION);
  }
}
