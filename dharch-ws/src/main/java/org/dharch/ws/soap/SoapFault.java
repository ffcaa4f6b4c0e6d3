package org.dharch.ws.soap;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * A SOAP fault in the words of SOAP 1.2, from which both versions are written. Immutable.
 *
 * @param code whose fault it is
 * @param subcodes from the general to the special; at most {@value #MAX_SUBCODES}
 * @param reason for people, in one line
 * @param detail elements that stand alone
 * @param headerDetail the header block that says in SOAP 1.1 what {@code detail} says in SOAP 1.2:
 *     there a fault that is about headers has no detail (SOAP 1.1, section 4.4)
 * @param isCodeSpecial whether faultcode in SOAP 1.1 is the most special subcode; else it is {@code
 *     code}
 */
public record SoapFault(
    Code code,
    List<QName> subcodes,
    String reason,
    List<String> detail,
    Optional<String> headerDetail,
    boolean isCodeSpecial) {
  /** How many subcodes one may have. */
  public static final int MAX_SUBCODES = 8;

  public SoapFault {
    Objects.requireNonNull(code, "code");
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(headerDetail, "headerDetail");
    subcodes = List.copyOf(subcodes);
    detail = List.copyOf(detail);
    if (subcodes.size() > MAX_SUBCODES) {
      throw new IllegalArgumentException(
          subcodes.size() + " subcodes; " + MAX_SUBCODES + " are allowed");
    }
  }

  /** Whose fault it is, by SOAP 1.2's names. */
  public enum Code {
    SENDER("Client", "Sender"),
    RECEIVER("Server", "Receiver"),
    MUST_UNDERSTAND("MustUnderstand", "MustUnderstand"),
    VERSION_MISMATCH("VersionMismatch", "VersionMismatch"),
    /** SOAP 1.2 only: data in an encoding that nobody knows; as SENDER in SOAP 1.1. */
    DATA_ENCODING_UNKNOWN("Client", "DataEncodingUnknown");

    private final String soap11;
    private final String soap12;

    Code(String soap11, String soap12) {
      this.soap11 = soap11;
      this.soap12 = soap12;
    }

    /** As an element's text says it. */
    public QName name(SoapVersion version) {
      return version.name(version == SoapVersion.SOAP_1_1 ? soap11 : soap12);
    }

    /** The code that has this name in this version; SOAP 1.1's may go on behind a dot. */
    static Optional<Code> of(SoapVersion version, QName name) {
      if (!name.getNamespaceURI().equals(version.namespace())) {
        return Optional.empty();
      }
      String local = name.getLocalPart();
      int dot = version == SoapVersion.SOAP_1_1 ? local.indexOf('.') : -1;
      String said = dot < 0 ? local : local.substring(0, dot);
      for (Code code : values()) {
        if (code.name(version).getLocalPart().equals(said)) {
          return Optional.of(code);
        }
      }
      return Optional.empty();
    }
  }

  /** A fault with a code and a reason only. */
  public static SoapFault of(Code code, String reason) {
    return new SoapFault(code, List.of(), reason, List.of(), Optional.empty(), false);
  }

  /** A fault with one subcode, which is SOAP 1.1's faultcode. */
  public static SoapFault of(Code code, QName subcode, String reason) {
    return new SoapFault(code, List.of(subcode), reason, List.of(), Optional.empty(), true);
  }

  /** The most special subcode. */
  public Optional<QName> subcode() {
    return subcodes.isEmpty() ? Optional.empty() : Optional.of(subcodes.get(subcodes.size() - 1));
  }
}
