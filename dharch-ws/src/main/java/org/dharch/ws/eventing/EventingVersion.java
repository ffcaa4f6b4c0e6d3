package org.dharch.ws.eventing;

import java.util.Optional;
import javax.xml.namespace.QName;

/** The versions of WS-Eventing that peers speak, and what differs in their names. */
public enum EventingVersion {
  /** The submission of BEA, IBM, Microsoft, Sun and TIBCO, August 2004. */
  WSE_2004_08(
      "http://schemas.xmlsoap.org/ws/2004/08/eventing",
      "http://www.w3.org/TR/1999/REC-xpath-19991116",
      "Expires"),

  /** The recommendation of W3C, of December 2011. */
  WSE_2011_03(
      "http://www.w3.org/2011/03/ws-evt",
      "http://www.w3.org/2011/03/ws-evt/Dialects/XPath10",
      "GrantedExpires");

  /** Of what WS-Eventing has no words for. */
  public static final String OWN_NAMESPACE = "urn:dharch:eventing:1";

  /** The dialect of filters that are topics' paths. */
  public static final String TOPIC_DIALECT = OWN_NAMESPACE + ":topic";

  /** In Delivery: that notifications are to come by WS-ReliableMessaging. */
  public static final QName RELIABLE = new QName(OWN_NAMESPACE, "Reliable", "dhe");

  /** Why a subscription ends before its time. */
  public enum EndStatus {
    DELIVERY_FAILURE("DeliveryFailure", "DeliveryFailure"),
    SOURCE_SHUTTING_DOWN("SourceShuttingDown", "SourceShuttingDown"),
    SOURCE_CANCELING("SourceCanceling", "SourceCancelling");

    private final String in2004;
    private final String in2011;

    EndStatus(String in2004, String in2011) {
      this.in2004 = in2004;
      this.in2011 = in2011;
    }
  }

  private final String namespace;
  private final String xpathDialect;
  private final String granted;

  EventingVersion(String namespace, String xpathDialect, String granted) {
    this.namespace = namespace;
    this.xpathDialect = xpathDialect;
    this.granted = granted;
  }

  /** Of all its elements. */
  public String namespace() {
    return namespace;
  }

  /** The version that has this namespace. */
  public static Optional<EventingVersion> of(String namespace) {
    for (EventingVersion version : values()) {
      if (version.namespace.equals(namespace)) {
        return Optional.of(version);
      }
    }
    return Optional.empty();
  }

  /** The version of which {@code action} is one. */
  static Optional<EventingVersion> ofAction(String action) {
    int slash = action.lastIndexOf('/');
    return slash < 0 ? Optional.empty() : of(action.substring(0, slash));
  }

  /** An element of this version. */
  public QName name(String local) {
    return new QName(namespace, local, "wse");
  }

  /** The action of the message that has this element in its body. */
  public String action(String message) {
    return namespace + "/" + message;
  }

  /** The action of its faults. */
  public String faultAction() {
    return action("fault");
  }

  /** The dialect of a filter that does not say it. */
  public String xpathDialect() {
    return xpathDialect;
  }

  /** The element that says in answers when a subscription expires. */
  QName granted() {
    return name(granted);
  }

  /** What tells a manager which subscription a message is about; 2011/03 has no name for it. */
  public QName identifier() {
    return this == WSE_2004_08 ? name("Identifier") : new QName(OWN_NAMESPACE, "Identifier", "dhe");
  }

  /** The one delivery mode of 2004/08 that is there. */
  public static String push() {
    return WSE_2004_08.namespace + "/DeliveryModes/Push";
  }

  /** Whether a request says how notifications are formed; 2004/08 knows one form. */
  boolean hasFormats() {
    return this == WSE_2011_03;
  }

  String status(EndStatus status) {
    return action(this == WSE_2004_08 ? status.in2004 : status.in2011);
  }
}
