package org.dharch.ws.addressing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.dharch.ws.soap.ElementWriter;
import org.dharch.ws.soap.SoapFault;
import org.dharch.ws.soap.SoapFault.Code;

/**
 * A fault that WS-Addressing defines (2005/08: SOAP binding, section 6.4; 2004/08: section 4).
 * Immutable.
 *
 * @param special the exact problem; not used by 2004/08
 * @param header the invalid or missing header
 * @param detail an address, an action or a time, depending on the kind
 * @param reason one line for people
 */
public record AddressingFault(
    AddressingVersion version,
    Kind kind,
    Optional<Special> special,
    Optional<QName> header,
    Optional<String> detail,
    String reason) {

  public AddressingFault {
    Objects.requireNonNull(version, "version");
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(special, "special");
    Objects.requireNonNull(header, "header");
    Objects.requireNonNull(detail, "detail");
    Objects.requireNonNull(reason, "reason");
  }

  /** The faults, with their names in 2005/08 and 2004/08. */
  public enum Kind {
    INVALID_HEADER("InvalidAddressingHeader", "InvalidMessageInformationHeader", Code.SENDER),
    HEADER_REQUIRED(
        "MessageAddressingHeaderRequired", "MessageInformationHeaderRequired", Code.SENDER),
    DESTINATION_UNREACHABLE("DestinationUnreachable", "DestinationUnreachable", Code.SENDER),
    ACTION_NOT_SUPPORTED("ActionNotSupported", "ActionNotSupported", Code.SENDER),
    ENDPOINT_UNAVAILABLE("EndpointUnavailable", "EndpointUnavailable", Code.RECEIVER);

    private final String in2005;
    private final String in2004;
    private final Code code;

    Kind(String in2005, String in2004, Code code) {
      this.in2005 = in2005;
      this.in2004 = in2004;
      this.code = code;
    }

    QName name(AddressingVersion version) {
      return version.name(version == AddressingVersion.WSA_2005_08 ? in2005 : in2004);
    }
  }

  /** The exact problem with a header, in 2005/08. */
  public enum Special {
    INVALID_ADDRESS("InvalidAddress"),
    INVALID_EPR("InvalidEPR"),
    INVALID_CARDINALITY("InvalidCardinality"),
    MISSING_ADDRESS_IN_EPR("MissingAddressInEPR"),
    DUPLICATE_MESSAGE_ID("DuplicateMessageID"),
    ACTION_MISMATCH("ActionMismatch"),
    ONLY_ANONYMOUS_ADDRESS_SUPPORTED("OnlyAnonymousAddressSupported"),
    ONLY_NON_ANONYMOUS_ADDRESS_SUPPORTED("OnlyNonAnonymousAddressSupported");

    private final String text;

    Special(String text) {
      this.text = text;
    }
  }

  /** A header is invalid. */
  public static AddressingFault invalid(
      AddressingVersion version, String header, Special special, String reason) {
    return new AddressingFault(
        version,
        Kind.INVALID_HEADER,
        Optional.of(special),
        Optional.of(version.name(header)),
        Optional.empty(),
        reason);
  }

  /** A header is missing. */
  public static AddressingFault required(AddressingVersion version, String header) {
    return new AddressingFault(
        version,
        Kind.HEADER_REQUIRED,
        Optional.empty(),
        Optional.of(version.name(header)),
        Optional.empty(),
        "the header wsa:" + header + " is missing");
  }

  /** There is no endpoint at that address. */
  public static AddressingFault unreachable(AddressingVersion version, String address) {
    return new AddressingFault(
        version,
        Kind.DESTINATION_UNREACHABLE,
        Optional.empty(),
        Optional.empty(),
        Optional.of(address),
        "there is no endpoint at the address " + address);
  }

  /** No endpoint handles the action. */
  public static AddressingFault unknownAction(AddressingVersion version, String action) {
    return new AddressingFault(
        version,
        Kind.ACTION_NOT_SUPPORTED,
        Optional.empty(),
        Optional.empty(),
        Optional.of(action),
        "the action " + action + " is not supported");
  }

  /** The endpoint cannot accept the message now. */
  public static AddressingFault unavailable(AddressingVersion version, Duration retryAfter) {
    return new AddressingFault(
        version,
        Kind.ENDPOINT_UNAVAILABLE,
        Optional.empty(),
        Optional.empty(),
        Optional.of(Long.toString(retryAfter.toMillis())),
        "the endpoint cannot accept the message now");
  }

  /** Returns the action of the fault message. */
  public String action() {
    return version.faultAction();
  }

  /** Converts to a SOAP fault. */
  public SoapFault soapFault() {
    List<QName> subcodes = new ArrayList<>(2);
    subcodes.add(kind.name(version));
    List<String> details = detailElements();
    if (version == AddressingVersion.WSA_2004_08) {
      return new SoapFault(kind.code, subcodes, reason, details, Optional.empty(), true);
    }
    special.ifPresent(what -> subcodes.add(version.name(what.text)));
    return new SoapFault(kind.code, subcodes, reason, details, headerDetail(details), true);
  }

  private List<String> detailElements() {
    boolean is2005 = version == AddressingVersion.WSA_2005_08;
    if (header.isPresent()) {
      // 2004/08 defines only RetryAfter; the reason text carries the rest
      return is2005
          ? List.of(
              new ElementWriter()
                  .start(version.name("ProblemHeaderQName"))
                  .text(header.get())
                  .end()
                  .toString())
          : List.of();
    }
    if (detail.isEmpty()) {
      return List.of();
    }
    ElementWriter out = new ElementWriter();
    return switch (kind) {
      case DESTINATION_UNREACHABLE ->
          is2005
              ? List.of(out.element(version.name("ProblemIRI"), detail.get()).toString())
              : List.of();
      case ACTION_NOT_SUPPORTED ->
          is2005
              ? List.of(
                  out.start(version.name("ProblemAction"))
                      .element(version.name("Action"), detail.get())
                      .end()
                      .toString())
              : List.of(out.element(version.name("Action"), detail.get()).toString());
      case ENDPOINT_UNAVAILABLE ->
          List.of(out.element(version.name("RetryAfter"), detail.get()).toString());
      case INVALID_HEADER, HEADER_REQUIRED -> List.of();
    };
  }

  /** In SOAP 1.1 the detail is a header (2005/08, SOAP binding, section 6.3.2). */
  private Optional<String> headerDetail(List<String> details) {
    if (details.isEmpty()) {
      return Optional.empty();
    }
    ElementWriter out = new ElementWriter().start(version.name("FaultDetail"));
    details.forEach(out::xml);
    return Optional.of(out.end().toString());
  }
}
