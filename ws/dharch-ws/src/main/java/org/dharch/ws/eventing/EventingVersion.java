package org.dharch.ws.eventing;

import java.util.Optional;
import javax.xml.namespace.QName;

/** The supported versions of WS-Eventing and the differences of their names. */
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

  /** The namespace of DHArch's extensions to WS-Eventing. */
  public static final String EXTENSIONS = "urn:dharch:eventing:1";

  /** The filter dialect of topic paths. */
  public static final String TOPIC_DIALECT = EXTENSIONS + ":topic";

  /** An element in Delivery that requests notifications by WS-ReliableMessaging. */
  public static final QName RELIABLE = new QName(EXTENSIONS, "Reliable", "dhe");

  /** The reason for the early end of a subscription. */
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
  private final String grantedElement;

  EventingVersion(String namespace, String xpathDialect, String grantedElement) {
    this.namespace = namespace;
    this.xpathDialect = xpathDialect;
    this.grantedElement = grantedElement;
  }

  /** The namespace of all elements. */
  public String namespace() {
    return namespace;
  }

  /** Returns the version with this namespace. */
  public static Optional<EventingVersion> of(String namespace) {
    for (EventingVersion version : values()) {
      if (version.namespace.equals(namespace)) {
        return Optional.of(version);
      }
    }
    return Optional.empty();
  }

  /** Returns the version with this action. */
  static Optional<EventingVersion> ofAction(String action) {
    int slash = action.lastIndexOf('/');
    return slash < 0 ? Optional.empty() : of(action.substring(0, slash));
  }

  /** Returns the name of an element of this version. */
  public QName name(String local) {
    return new QName(namespace, local, "wse");
  }

  /** Returns the action of the message with this body element. */
  public String action(String message) {
    return namespace + "/" + message;
  }

  /** The action of its faults. */
  public String faultAction() {
    return action("fault");
  }

  /** The default filter dialect. */
  public String xpathDialect() {
    return xpathDialect;
  }

  QName grantedElement() {
    return name(grantedElement);
  }

  /** The element that identifies a subscription; DHArch's own in 2011/03, which defines none. */
  public QName identifier() {
    return this == WSE_2004_08 ? name("Identifier") : new QName(EXTENSIONS, "Identifier", "dhe");
  }

  /** The only supported delivery mode of 2004/08. */
  public static String push() {
    return WSE_2004_08.namespace + "/DeliveryModes/Push";
  }

  /** Returns true if requests have a delivery format. */
  boolean hasFormats() {
    return this == WSE_2011_03;
  }

  String status(EndStatus status) {
    return action(this == WSE_2004_08 ? status.in2004 : status.in2011);
  }
}
