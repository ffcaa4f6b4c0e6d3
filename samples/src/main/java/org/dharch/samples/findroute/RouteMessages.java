package org.dharch.samples.findroute;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMException;
import org.apache.axiom.om.OMXMLBuilderFactory;
import org.apache.axiom.soap.SOAPBody;
import org.apache.axiom.soap.SOAPEnvelope;

/** The SOAP 1.1 envelopes of FindRoute and of the services behind it. */
public final class RouteMessages {
  /** The namespace of every element of them. */
  public static final String NAMESPACE = "urn:dharch:findroute";

  /** The SOAPAction of all of them: the body has the request. */
  public static final String ACTION = NAMESPACE;

  /** The composite service, and the name of its web service. */
  public static final String SERVICE = "FindRoute";

  static final QName FIND_ROUTE = name("findRoute");
  static final QName FIND = name("find");
  static final QName ROUTE = name("route");
  static final QName ADDRESS = name("address");
  static final QName FROM = name("from");
  static final QName TO = name("to");
  static final QName NAME = name("name");
  static final QName CITY = name("city");
  static final QName ZIP = name("zip");

  /** The header block with the road map's response, and the composite service's response. */
  public static final QName DIRECTIONS = name("directions");

  private RouteMessages() {}

  private static QName name(String local) {
    return new QName(NAMESPACE, local);
  }

  /**
   * A request to FindRoute.
   *
   * @param characters the minimum length
   */
  public static byte[] findRoute(String from, String to, int characters) {
    String text =
        "<r:from>" + element("name", from) + "</r:from><r:to>" + element("name", to) + "</r:to>";
    String note = "<r:note>" + "x".repeat(Math.max(0, characters - text.length())) + "</r:note>";
    return envelope("findRoute", text + note);
  }

  /** A question to an address book. */
  public static byte[] find(String name) {
    return envelope("find", element("name", name));
  }

  /** A question to the road map. */
  public static byte[] route(Place from, Place to) {
    return envelope("route", place("from", from) + place("to", to));
  }

  /** Returns FindRoute's response. */
  public static byte[] answer(String directions) {
    return envelope("directions", escaped(directions));
  }

  private static String place(String name, Place place) {
    return "<r:"
        + name
        + ">"
        + element("city", place.city())
        + element("zip", place.zip())
        + "</r:"
        + name
        + ">";
  }

  private static String element(String name, String text) {
    return "<r:" + name + ">" + escaped(text) + "</r:" + name + ">";
  }

  public static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  /** Returns an envelope whose body has one element, {@code name}, with this content. */
  public static byte[] envelope(String name, String inside) {
    String text =
        "<soapenv:Envelope xmlns:soapenv=\"http://schemas.xmlsoap.org/soap/envelope/\">"
            + "<soapenv:Body><r:"
            + name
            + " xmlns:r=\""
            + NAMESPACE
            + "\">"
            + inside
            + "</r:"
            + name
            + "></soapenv:Body></soapenv:Envelope>";
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Parses an envelope.
   *
   * @throws IllegalArgumentException if it is invalid, with the reason
   */
  public static SOAPEnvelope read(byte[] envelope) {
    try {
      return OMXMLBuilderFactory.createSOAPModelBuilder(
              new ByteArrayInputStream(envelope), StandardCharsets.UTF_8.name())
          .getSOAPEnvelope();
    } catch (OMException e) {
      throw new IllegalArgumentException("no SOAP envelope: " + e.getMessage(), e);
    }
  }

  /**
   * Returns the element in an envelope's body.
   *
   * @throws IllegalArgumentException if there is none, or a fault, with the reason
   */
  public static OMElement body(byte[] envelope) {
    SOAPBody body = read(envelope).getBody();
    if (body.hasFault()) {
      throw new IllegalArgumentException("a fault: " + body.getFault().getReason().getText());
    }
    OMElement first = body.getFirstElement();
    if (first == null) {
      throw new IllegalArgumentException("the body is empty");
    }
    return first;
  }

  /**
   * Returns the names in a request to FindRoute: from, to.
   *
   * @throws IllegalArgumentException if it is no such request
   */
  public static String[] names(byte[] envelope) {
    OMElement request = body(envelope);
    return new String[] {text(child(request, FROM), NAME), text(child(request, TO), NAME)};
  }

  static Place place(OMElement parent) {
    return new Place(text(parent, CITY), text(parent, ZIP));
  }

  static String text(OMElement parent, QName name) {
    return child(parent, name).getText();
  }

  static OMElement child(OMElement parent, QName name) {
    OMElement child = parent == null ? null : parent.getFirstChildWithName(name);
    if (child == null) {
      throw new IllegalArgumentException(
          "element "
              + name.getLocalPart()
              + " of "
              + name.getNamespaceURI()
              + " is missing"
              + (parent == null ? "" : " in " + parent.getLocalName()));
    }
    return child;
  }
}
