package org.dharch.ws.soap;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * A SOAP fault in the terms of SOAP 1.2, for both versions. Immutable.
 *
 * @param code the SOAP fault code
 * @param subcodes from the general to the specific; at most {@value #MAX_SUBCODES}
 * @param reason one line for people
 * @param detail self-contained elements
 * @param headerDetail in SOAP 1.1, the header block that replaces the detail element of a fault
 *     about headers (SOAP 1.1, section 4.4)
 * @param isCodeSpecial whether faultcode in SOAP 1.1 is the most specific subcode instead of {@code
 *     code}
 */
public record SoapFault(
    Code code,
    List<QName> subcodes,
    String reason,
    List<String> detail,
    Optional<String> headerDetail,
    boolean isCodeSpecial) {
  /** The maximum number of subcodes. */
  public static final int MAX_SUBCODES = 8;

  public SoapFault {
    Objects.requireNonNull(code, "code");
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(headerDetail, "headerDetail");
    subcodes = List.copyOf(subcodes);
    detail = List.copyOf(detail);
    if (subcodes.size() > MAX_SUBCODES) {
      throw new IllegalArgumentException(
          "a fault must have at most " + MAX_SUBCODES + " subcodes (got " + subcodes.size() + ")");
    }
  }

  /** The fault codes, by their names in SOAP 1.2. */
  public enum Code {
    SENDER("Client", "Sender"),
    RECEIVER("Server", "Receiver"),
    MUST_UNDERSTAND("MustUnderstand", "MustUnderstand"),
    VERSION_MISMATCH("VersionMismatch", "VersionMismatch"),
    /** Unknown data encoding; in SOAP 1.1 the same code as SENDER. */
    DATA_ENCODING_UNKNOWN("Client", "DataEncodingUnknown");

    private final String soap11;
    private final String soap12;

    Code(String soap11, String soap12) {
      this.soap11 = soap11;
      this.soap12 = soap12;
    }

    /** Returns the qualified name in this version. */
    public QName name(SoapVersion version) {
      return version.name(version == SoapVersion.SOAP_1_1 ? soap11 : soap12);
    }

    /** Returns the code with this name in this version. SOAP 1.1 allows a suffix after a dot. */
    static Optional<Code> of(SoapVersion version, QName name) {
      if (!name.getNamespaceURI().equals(version.namespace())) {
        return Optional.empty();
      }
      String local = name.getLocalPart();
      int dot = version == SoapVersion.SOAP_1_1 ? local.indexOf('.') : -1;
      String base = dot < 0 ? local : local.substring(0, dot);
      for (Code code : values()) {
        if (code.name(version).getLocalPart().equals(base)) {
          return Optional.of(code);
        }
      }
      return Optional.empty();
    }
  }

  /** Creates a fault with a code and a reason only. */
  public static SoapFault of(Code code, String reason) {
    return new SoapFault(code, List.of(), reason, List.of(), Optional.empty(), false);
  }

  /** Creates a fault with one subcode, which is the faultcode of SOAP 1.1. */
  public static SoapFault of(Code code, QName subcode, String reason) {
    return new SoapFault(code, List.of(subcode), reason, List.of(), Optional.empty(), true);
  }

  /** Returns the most specific subcode. */
  public Optional<QName> subcode() {
    return subcodes.isEmpty() ? Optional.empty() : Optional.of(subcodes.get(subcodes.size() - 1));
  }
}
