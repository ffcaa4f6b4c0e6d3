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
 * @param reason one line for people
 * @param supported the supported values, for kinds that list them
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
   * The faults, with their names in 2004/08 and 2011/03. Faults without a name in a version use
   * only SOAP's own code.
   */
  public enum Kind {
    /** The requested delivery mode is not supported. */
    DELIVERY_MODE(
        "DeliveryModeRequestedUnavailable",
        "NoDeliveryMechanismEstablished",
        Code.SENDER,
        "SupportedDeliveryMode",
        ""),
    /** The requested delivery format is not supported. */
    FORMAT(
        "InvalidMessage",
        "DeliveryFormatRequestedUnavailable",
        Code.SENDER,
        "",
        "SupportedDeliveryFormat"),
    /** The expiration time is invalid, in the past, or cannot be granted exactly. */
    EXPIRATION("InvalidExpirationTime", "UnsupportedExpirationValue", Code.SENDER, "", ""),
    /** The expiration is a time, but only durations are supported. */
    EXPIRATION_TYPE("UnsupportedExpirationType", "UnsupportedExpirationType", Code.SENDER, "", ""),
    /** Filters are not supported. */
    NO_FILTERS("FilteringNotSupported", "FilteringRequestedUnavailable", Code.SENDER, "", ""),
    /** The filter dialect is not supported. */
    DIALECT(
        "FilteringRequestedUnavailable",
        "FilteringRequestedUnavailable",
        Code.SENDER,
        "SupportedDialect",
        "SupportedDialect"),
    /** The filter is invalid or too long. */
    BAD_FILTER("FilteringRequestedUnavailable", "CannotProcessFilter", Code.SENDER, "", ""),
    /** No event can match the filter. */
    EMPTY_FILTER("FilteringRequestedUnavailable", "EmptyFilter", Code.SENDER, "", ""),
    /** Messages cannot be sent to an address. */
    UNUSABLE_EPR("InvalidMessage", "UnusableEPR", Code.SENDER, "", ""),
    /** The number of subscriptions or filters has reached its bound. */
    UNABLE("EventSourceUnableToProcess", "", Code.RECEIVER, "", ""),
    /** There is no subscription to renew. */
    UNABLE_TO_RENEW("UnableToRenew", "UnknownSubscription", Code.RECEIVER, "", ""),
    /** The subscription does not exist or has ended. */
    UNKNOWN("InvalidMessage", "UnknownSubscription", Code.SENDER, "", ""),
    /** The message is invalid. */
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

  /** The qualified name of the fault; empty if the version does not define one. */
  public Optional<QName> subcode() {
    String name = version == EventingVersion.WSE_2004_08 ? kind.in2004 : kind.in2011;
    return name.isEmpty() ? Optional.empty() : Optional.of(version.name(name));
  }

  /** Converts to a SOAP fault. */
  public SoapFault soapFault() {
    // in 2011/03 an unknown subscription is always the sender's fault
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

  /** Converts to an exception for processors. */
  public ProcessingException exception() {
    return new ProcessingException(soapFault(), version.faultAction());
  }
}
