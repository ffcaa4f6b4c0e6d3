package org.dharch.ws.security;

import static org.dharch.ws.security.SecurityFault.Code.FAILED_AUTHENTICATION;
import static org.dharch.ws.security.SecurityFault.Code.INVALID_SECURITY;
import static org.dharch.ws.security.SecurityFault.Code.UNSUPPORTED_ALGORITHM;
import static org.dharch.ws.security.SecurityFault.Code.UNSUPPORTED_TOKEN;

import java.util.List;
import java.util.Set;
import javax.xml.namespace.QName;
import org.apache.wss4j.dom.WSConstants;
import org.w3c.dom.Element;

/** The rules for elements of a Security block. Immutable. */
final class TokenRules {
  static final QName SIGNED_REFERENCE = new QName(Names.DS, "Reference");
  static final QName DATA_REFERENCE = new QName(Names.XENC, "DataReference");

  private static final String X509 =
      "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-x509-token-profile-1.0#";
  private static final String WSS11 =
      "http://docs.oasis-open.org/wss/oasis-wss-soap-message-security-1.1#";

  /** Elements that refer to external content or that no supported token needs. */
  private static final Set<QName> REJECTED =
      Set.of(
          new QName(Names.XENC, "CipherReference"),
          new QName(Names.XENC, "AgreementMethod"),
          new QName(Names.DS, "RetrievalMethod"),
          new QName(Names.DS, "Manifest"),
          new QName(Names.DS, "Object"),
          new QName(Names.DS, "HMACOutputLength"),
          new QName(Names.DS, "XPath"),
          new QName(Names.DS, "PGPData"),
          new QName(Names.DS, "SPKIData"),
          new QName(Names.DS, "MgmtData"),
          new QName(Names.WSSE, "Embedded"),
          new QName(Names.WSSE11, "Salt"),
          new QName(Names.WSSE11, "Iteration"),
          new QName("http://www.w3.org/2004/08/xop/include", "Include"));

  /** Types of tokens and references. */
  private static final Set<String> VALUE_TYPES =
      Set.of(
          "",
          X509 + "X509v3",
          X509 + "X509PKIPathv1",
          X509 + "X509SubjectKeyIdentifier",
          WSS11 + "ThumbprintSHA1",
          WSS11 + "EncryptedKeySHA1",
          WSS11 + "EncryptedKey",
          "http://docs.oasis-open.org/wss/oasis-wss-x509-token-profile-1.1#X509v3");

  /** Elements whose text is a certificate, a certificate path, or a reference to a certificate. */
  static final Set<String> CERTIFICATES =
      Set.of("BinarySecurityToken", "KeyIdentifier", "X509Certificate");

  private final InSettings settings;

  TokenRules(InSettings settings) {
    this.settings = settings;
  }

  /** Returns true if the handler is configured for such a token. */
  boolean supports(QName token) {
    if (token.equals(Names.USERNAME_TOKEN)) {
      return !settings.users().isEmpty();
    }
    if (token.equals(Names.SIGNATURE)) {
      return settings.trust().isPresent();
    }
    return !isEncryption(token) || settings.keys().isPresent();
  }

  /** Returns true if processing the token decrypts content. */
  static boolean isEncryption(QName token) {
    return token.equals(Names.ENCRYPTED_KEY)
        || token.equals(Names.ENCRYPTED_DATA)
        || token.equals(Names.REFERENCE_LIST);
  }

  void check(Element element) throws SecurityFault {
    QName name = Names.of(element);
    if (REJECTED.contains(name)) {
      throw new SecurityFault(INVALID_SECURITY, "element " + name);
    }
    if (element.hasAttributeNS(null, "ValueType")
        && !VALUE_TYPES.contains(element.getAttributeNS(null, "ValueType"))) {
      throw new SecurityFault(
          UNSUPPORTED_TOKEN, "ValueType " + element.getAttributeNS(null, "ValueType"));
    }
    if (element.hasAttributeNS(null, "Algorithm")) {
      String uri = element.getAttributeNS(null, "Algorithm");
      if (!allows(element, name, uri)) {
        throw new SecurityFault(
            UNSUPPORTED_ALGORITHM, name.getLocalPart() + " " + uri + " is not among algorithms");
      }
    }
    if (name.equals(SIGNED_REFERENCE)) {
      checkTransforms(element);
    }
  }

  /** Rejects what WSS4J would log as a warning, with the sender's text in it. */
  void checkUser(Element token) throws SecurityFault {
    String user = text(token, "Username");
    if (!settings.users().containsKey(user)) {
      throw new SecurityFault(FAILED_AUTHENTICATION, "unknown user '" + user + "'");
    }
    String type =
        DomEnvelope.child(token, new QName(Names.WSSE, "Password"))
            .map(password -> password.getAttributeNS(null, "Type"))
            .orElseThrow(() -> new SecurityFault(FAILED_AUTHENTICATION, "missing Password"));
    boolean isText = type.isEmpty() || type.equals(WSConstants.PASSWORD_TEXT);
    if (!type.equals(WSConstants.PASSWORD_DIGEST) && !(isText && settings.textPasswords())) {
      throw new SecurityFault(FAILED_AUTHENTICATION, "a password of type '" + type + "'");
    }
  }

  private static String text(Element token, String child) {
    return DomEnvelope.child(token, new QName(Names.WSSE, child))
        .map(Element::getTextContent)
        .orElse("");
  }

  private boolean allows(Element element, QName name, String uri) {
    String parent = element.getParentNode().getLocalName();
    Algorithms allowed = settings.algorithms();
    return switch (name.getLocalPart()) {
      case "SignatureMethod" -> allowed.allows(Algorithms.Use.SIGNATURE, uri);
      case "CanonicalizationMethod" -> uri.equals(Algorithms.EXCLUSIVE);
      case "Transform" -> uri.equals(Algorithms.EXCLUSIVE) || uri.equals(Algorithms.STR_TRANSFORM);
      // in OAEP a digest need not be collision-resistant: RFC 8017, appendix B.1
      case "DigestMethod" ->
          "EncryptionMethod".equals(parent) || allowed.allows(Algorithms.Use.DIGEST, uri);
      case "MGF" -> true;
      case "EncryptionMethod" ->
          allowed.allows(
              "EncryptedKey".equals(parent) ? Algorithms.Use.KEY : Algorithms.Use.CONTENT, uri);
      default -> false;
    };
  }

  /** Requires one transform, which neither removes nor adds signed content. */
  private static void checkTransforms(Element reference) throws SecurityFault {
    List<Element> transforms =
        DomEnvelope.child(reference, new QName(Names.DS, "Transforms"))
            .map(DomEnvelope::children)
            .orElse(List.of());
    if (transforms.size() != 1) {
      throw new SecurityFault(
          INVALID_SECURITY, "a reference must have one transform (got " + transforms.size() + ")");
    }
  }
}
