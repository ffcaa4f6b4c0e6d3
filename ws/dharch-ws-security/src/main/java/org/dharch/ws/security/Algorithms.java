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

  private static final String XMLDSIG_MORE = "http://www.w3.org/2001/04/xmldsig-more#";
  private static final String XENC11 = "http://www.w3.org/2009/xmlenc11#";
  private static final int MIN_RSA_BITS = 2048;
  private static final int MAX_RSA_BITS = 8192;
  private static final int MIN_EC_BITS = 256;
  private static final int MAX_EC_BITS = 521;

  enum Use {
    SIGNATURE,
    DIGEST,
    CONTENT,
    KEY
  }

  private record Known(Use use, String uri, boolean isDefault) {}

  private static final Map<String, Known> KNOWN = new LinkedHashMap<>();

  static {
    add(Use.SIGNATURE, "RSA-SHA256", XMLDSIG_MORE + "rsa-sha256", true);
    add(Use.SIGNATURE, "RSA-SHA384", XMLDSIG_MORE + "rsa-sha384", true);
    add(Use.SIGNATURE, "RSA-SHA512", XMLDSIG_MORE + "rsa-sha512", true);
    add(Use.SIGNATURE, "ECDSA-SHA256", XMLDSIG_MORE + "ecdsa-sha256", true);
    add(Use.SIGNATURE, "ECDSA-SHA384", XMLDSIG_MORE + "ecdsa-sha384", true);
    add(Use.SIGNATURE, "ECDSA-SHA512", XMLDSIG_MORE + "ecdsa-sha512", true);
    add(Use.SIGNATURE, "RSA-SHA1", Names.DS + "rsa-sha1", false);
    add(Use.DIGEST, "SHA256", Names.XENC + "sha256", true);
    add(Use.DIGEST, "SHA384", XMLDSIG_MORE + "sha384", true);
    add(Use.DIGEST, "SHA512", Names.XENC + "sha512", true);
    add(Use.DIGEST, "SHA1", Names.DS + "sha1", false);
    add(Use.CONTENT, "AES128-GCM", XENC11 + "aes128-gcm", true);
    add(Use.CONTENT, "AES256-GCM", XENC11 + "aes256-gcm", true);
    add(Use.CONTENT, "AES128-CBC", Names.XENC + "aes128-cbc", false);
    add(Use.CONTENT, "AES256-CBC", Names.XENC + "aes256-cbc", false);
    add(Use.KEY, "RSA-OAEP-MGF1P", Names.XENC + "rsa-oaep-mgf1p", true);
    add(Use.KEY, "RSA-OAEP", XENC11 + "rsa-oaep", true);
    add(Use.KEY, "RSA-1.5", Names.XENC + "rsa-1_5", false);
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

  private static void add(Use use, String name, String uri, boolean isDefault) {
    KNOWN.put(name, new Known(use, uri, isDefault));
  }

  /** Reads the parameter {@code algorithms}; returns the defaults without it. */
  static Algorithms read(HandlerSettings settings) {
    Set<String> defaults =
        KNOWN.entrySet().stream()
            .filter(entry -> entry.getValue().isDefault())
            .map(Map.Entry::getKey)
            .collect(Collectors.toSet());
    String value = settings.text("algorithms").orElse(String.join(" ", defaults));
    List<String> names = Arrays.asList(value.split("\\s+", -1));
    for (String name : names) {
      if (!KNOWN.containsKey(name)) {
        throw HandlerSettings.wrong("algorithms", name, String.join(", ", KNOWN.keySet()));
      }
    }
    return new Algorithms(Set.copyOf(new HashSet<>(names)));
  }

  /** Returns the URI of the algorithm in the parameter. */
  static String uri(HandlerSettings settings, String parameter, Use use, String defaultName) {
    String name = settings.text(parameter).orElse(defaultName);
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
   * @throws DHArchException if a purpose has no algorithm, because no message could be accepted
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
        .filter(entry -> entry.getValue().use() == use)
        .map(Map.Entry::getKey)
        .collect(Collectors.joining(", "));
  }

  /** Returns true if a cipher text can be modified undetectably without the key. */
  static boolean isMalleable(String uri) {
    return uri.endsWith("-cbc") || uri.endsWith("#rsa-1_5");
  }

  boolean allows(Use use, String uri) {
    return of(use).contains(uri);
  }

  /**
   * Converts to the suite of WSS4J. A non-existing name replaces an empty set, which would allow
   * every algorithm.
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
    suite.setMinimumAsymmetricKeyLength(MIN_RSA_BITS);
    suite.setMaximumAsymmetricKeyLength(MAX_RSA_BITS);
    suite.setMinimumEllipticCurveKeyLength(MIN_EC_BITS);
    suite.setMaximumEllipticCurveKeyLength(MAX_EC_BITS);
    return suite;
  }

  private static Set<String> orNone(Set<String> uris) {
    return uris.isEmpty() ? Set.of("urn:dharch:none") : uris;
  }
}
