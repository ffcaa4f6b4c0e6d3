package org.dharch.ws.eventing;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.dharch.ws.ProcessingException;
import org.dharch.ws.soap.ElementWriter;
import org.dharch.ws.soap.SoapFault;
import org.dharch.ws.soap.SoapFault.Code;

/**
 * A fault that WS-Eventing defines (2004/08, section 4; 2011/03, section 6). Immutable.
 *
 * @param reason for people, in one line
 * @param supported what may be asked for instead, where the kind says that
 */
public record EventingFault(
    EventingVersion version, Kind kind, String reason, List<String> supported) {

  public EventingFault {
    Objects.requireNonNull(version, "version");
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(reason, "reason");
    supported = List.copyOf(supported);
  }

  /**
   * The faults, by their names in 2004/08 and 2011/03. 2011/03 has dropped some: there the fault
   * has SOAP's own code alone.
   */
  public enum Kind {
    /** Notifications are wanted in a way that is not there. */
    DELIVERY_MODE(
        "DeliveryModeRequestedUnavailable",
        "NoDeliveryMechanismEstablished",
        Code.SENDER,
        "SupportedDeliveryMode",
        ""),
    /** They are wanted in a form that is not there. */
    FORMAT(
        "InvalidMessage",
        "DeliveryFormatRequestedUnavailable",
        Code.SENDER,
        "",
        "SupportedDeliveryFormat"),
    /** The time to expire is none, over already, or cannot be granted as it has to be. */
    EXPIRATION("InvalidExpirationTime", "UnsupportedExpirationValue", Code.SENDER, "", ""),
    /** It is a time, where durations alone are granted. */
    EXPIRATION_TYPE("UnsupportedExpirationType", "UnsupportedExpirationType", Code.SENDER, "", ""),
    /** Nothing is filtered here. */
    NO_FILTERS("FilteringNotSupported", "FilteringRequestedUnavailable", Code.SENDER, "", ""),
    /** Filters are not understood in this dialect. */
    DIALECT(
        "FilteringRequestedUnavailable",
        "FilteringRequestedUnavailable",
        Code.SENDER,
        "SupportedDialect",
        "SupportedDialect"),
    /** The filter is none of its dialect, or too long. */
    BAD_FILTER("FilteringRequestedUnavailable", "CannotProcessFilter", Code.SENDER, "", ""),
    /** No event is ever as the filter wants it. */
    EMPTY_FILTER("FilteringRequestedUnavailable", "EmptyFilter", Code.SENDER, "", ""),
    /** An address that nothing can be sent to. */
    UNUSABLE_EPR("InvalidMessage", "UnusableEPR", Code.SENDER, "", ""),
    /** There is no room for more. */
    UNABLE("EventSourceUnableToProcess", "", Code.RECEIVER, "", ""),
    /** There is nothing to renew. */
    UNABLE_TO_RENEW("UnableToRenew", "UnknownSubscription", Code.RECEIVER, "", ""),
    /** A request about a subscription that is not there, or not any more. */
    UNKNOWN("InvalidMessage", "UnknownSubscription", Code.SENDER, "", ""),
    /** The message is wrong. */
    INVALID("InvalidMessage", "", Code.SENDER, "", "");

    private final String in2004;
    private final String in2011;
    private final Code code;
    private final String detail2004;
    private final String detail2011;

    Kind(String in2004, String in2011, Code code, String detail2004, String detail2011) {
      this.in2004 = in2004;
      this.in2011 = in2011;
      this.code = code;
      this.detail2004 = detail2004;
      this.detail2011 = detail2011;
    }
  }

  static EventingFault of(EventingVersion version, Kind kind, String reason) {
    return new EventingFault(version, kind, reason, List.of());
  }

  /** The qualified name of what is wrong; empty if its version has none for that. */
  public Optional<QName> subcode() {
    String name = version == EventingVersion.WSE_2004_08 ? kind.in2004 : kind.in2011;
    return name.isEmpty() ? Optional.empty() : Optional.of(version.name(name));
  }

  /** As SOAP carries it. */
  public SoapFault soapFault() {
    // in 2011/03 what is unknown is the sender's mistake, whatever was to be done with it
    Code code =
        kind == Kind.UNABLE_TO_RENEW && version == EventingVersion.WSE_2011_03
            ? Code.SENDER
            : kind.code;
    String detail = version == EventingVersion.WSE_2004_08 ? kind.detail2004 : kind.detail2011;
    List<String> details =
        detail.isEmpty()
            ? List.of()
            : supported.stream()
                .map(uri -> new ElementWriter().element(version.name(detail), uri).toString())
                .toList();
    List<QName> subcodes = subcode().map(List::of).orElse(List.of());
    return new SoapFault(code, subcodes, reason, details, Optional.empty(), !subcodes.isEmpty());
  }

  /** As a processor throws it. */
  public ProcessingException exception() {
    return new ProcessingException(soapFault(), Optional.of(version.faultAction()));
  }
}
