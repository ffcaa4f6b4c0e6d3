package org.dharch.ws.security;

import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.wss4j.common.crypto.AlgorithmSuite;
import org.dharch.core.document.HandlerSettings;
import org.dharch.core.message.DHArchException;

/** The allowed algorithms, configured by short names. */
final class Algorithms {
  static final String EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#";
  static final String STR_TRANSFORM =
      "http://docs.oasis-open.org/wss/2004/01/"
          + "oasis-200401-wss-soap-message-security-1.0#STR-Transform";

  private static final String MORE = "http://www.w3.org/2001/04/xmldsig-more#";
  private static final String XENC11 = "http://www.w3.org/2009/xmlenc11#";
  private static final int LEAST_RSA_BITS = 2048;
  private static final int MOST_RSA_BITS = 8192;
  private static final int LEAST_EC_BITS = 256;
  private static final int MOST_EC_BITS = 521;

  /** The purpose of an algorithm. */
  enum Use {
    SIGNATURE,
    DIGEST,
    CONTENT,
    KEY
  }

  private record Known(Use use, String uri, boolean usual) {}

  private static final Map<String, Known> KNOWN = new LinkedHashMap<>();

  static {
    know(Use.SIGNATURE, "RSA-SHA256", MORE + "rsa-sha256", true);
    know(Use.SIGNATURE, "RSA-SHA384", MORE + "rsa-sha384", true);
    know(Use.SIGNATURE, "RSA-SHA512", MORE + "rsa-sha512", true);
    know(Use.SIGNATURE, "ECDSA-SHA256", MORE + "ecdsa-sha256", true);
    know(Use.SIGNATURE, "ECDSA-SHA384", MORE + "ecdsa-sha384", true);
    know(Use.SIGNATURE, "ECDSA-SHA512", MORE + "ecdsa-sha512", true);
    know(Use.SIGNATURE, "RSA-SHA1", Names.DS + "rsa-sha1", false);
    know(Use.DIGEST, "SHA256", Names.XENC + "sha256", true);
    know(Use.DIGEST, "SHA384", MORE + "sha384", true);
    know(Use.DIGEST, "SHA512", Names.XENC + "sha512", true);
    know(Use.DIGEST, "SHA1", Names.DS + "sha1", false);
    know(Use.CONTENT, "AES128-GCM", XENC11 + "aes128-gcm", true);
    know(Use.CONTENT, "AES256-GCM", XENC11 + "aes256-gcm", true);
    know(Use.CONTENT, "AES128-CBC", Names.XENC + "aes128-cbc", false);
    know(Use.CONTENT, "AES256-CBC", Names.XENC + "aes256-cbc", false);
    know(Use.KEY, "RSA-OAEP-MGF1P", Names.XENC + "rsa-oaep-mgf1p", true);
    know(Use.KEY, "RSA-OAEP", XENC11 + "rsa-oaep", true);
    know(Use.KEY, "RSA-1.5", Names.XENC + "rsa-1_5", false);
  }

  private final Set<String> signature = new HashSet<>();
  private final Set<String> digest = new HashSet<>();
  private final Set<String> content = new HashSet<>();
  private final Set<String> key = new HashSet<>();

  private Algorithms(Set<String> names) {
    for (String name : names) {
      Known known = KNOWN.get(name);
      of(known.use()).add(known.uri());
    }
  }

  private static void know(Use use, String name, String uri, boolean usual) {
    KNOWN.put(name, new Known(use, uri, usual));
  }

  /** Reads the parameter {@code algorithms}, or returns the defaults. */
  static Algorithms read(HandlerSettings settings) {
    Set<String> usual =
        KNOWN.entrySet().stream()
            .filter(each -> each.getValue().usual())
            .map(Map.Entry::getKey)
            .collect(Collectors.toSet());
    String said = settings.text("algorithms").orElse(String.join(" ", usual));
    List<String> names = Arrays.asList(said.split("\\s+", -1));
    for (String name : names) {
      if (!KNOWN.containsKey(name)) {
        throw HandlerSettings.wrong("algorithms", name, String.join(", ", KNOWN.keySet()));
      }
    }
    return new Algorithms(Set.copyOf(new HashSet<>(names)));
  }

  /** Returns the URI of the algorithm in the parameter. */
  static String one(HandlerSettings settings, String parameter, Use use, String otherwise) {
    String name = settings.text(parameter).orElse(otherwise);
    Known known = KNOWN.get(name);
    if (known == null || known.use() != use) {
      throw HandlerSettings.wrong(parameter, name, names(use));
    }
    return known.uri();
  }

  private Set<String> of(Use use) {
    return switch (use) {
      case SIGNATURE -> signature;
      case DIGEST -> digest;
      case CONTENT -> content;
      case KEY -> key;
    };
  }

  /**
   * Requires an algorithm for each purpose.
   *
   * @throws DHArchException naming a purpose without an algorithm, because no message could be
   *     accepted
   */
  void require(Use... uses) {
    for (Use use : uses) {
      if (of(use).isEmpty()) {
        throw new DHArchException(
            "algorithms must contain one for a "
                + use.name().toLowerCase(Locale.ROOT)
                + "; it can be "
                + names(use));
      }
    }
  }

  private static String names(Use use) {
    return KNOWN.entrySet().stream()
        .filter(each -> each.getValue().use() == use)
        .map(Map.Entry::getKey)
        .collect(Collectors.joining(", "));
  }

  /** Whether a cipher text of this algorithm can be modified undetectably without the key. */
  static boolean isMalleable(String uri) {
    return uri.endsWith("-cbc") || uri.endsWith("#rsa-1_5");
  }

  boolean allows(Use use, String uri) {
    return of(use).contains(uri);
  }

  /**
   * Converts to the suite of WSS4J, which checks decrypted content and keys. An empty set would
   * allow every algorithm, so it is replaced by a name that does not exist.
   */
  AlgorithmSuite suite() {
    AlgorithmSuite suite = new AlgorithmSuite();
    orNone(signature).forEach(suite::addSignatureMethod);
    orNone(digest).forEach(suite::addDigestAlgorithm);
    orNone(content).forEach(suite::addEncryptionMethod);
    orNone(key).forEach(suite::addKeyWrapAlgorithm);
    orNone(Set.of()).forEach(suite::addDerivedKeyAlgorithm);
    orNone(Set.of()).forEach(suite::addKeyAgreementMethodAlgorithm);
    suite.addC14nAlgorithm(EXCLUSIVE);
    suite.addTransformAlgorithm(EXCLUSIVE);
    suite.addTransformAlgorithm(STR_TRANSFORM);
    suite.setMinimumAsymmetricKeyLength(LEAST_RSA_BITS);
    suite.setMaximumAsymmetricKeyLength(MOST_RSA_BITS);
    suite.setMinimumEllipticCurveKeyLength(LEAST_EC_BITS);
    suite.setMaximumEllipticCurveKeyLength(MOST_EC_BITS);
    return suite;
  }

  private static Set<String> orNone(Set<String> uris) {
    return uris.isEmpty() ? Set.of("urn:dharch:none") : uris;
  }
}
