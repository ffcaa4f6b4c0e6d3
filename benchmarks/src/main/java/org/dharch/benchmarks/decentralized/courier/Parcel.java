package org.dharch.benchmarks.decentralized.courier;

import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMElement;
import org.dharch.samples.findroute.RouteMessages;

/**
 * A message between partitions of the orchestration, as a SOAP envelope. Immutable.
 *
 * @param id identifies the request
 * @param origin the receiver of the final result
 * @param part the kind: {@link #FROM}, {@link #TO}, or {@link #DIRECTIONS}
 * @param values a name; or city and zip; or directions
 */
public record Parcel(String id, String origin, String part, List<String> values) {
  public static final String FROM = "from";
  public static final String TO = "to";
  public static final String DIRECTIONS = "directions";

  public Parcel {
    values = List.copyOf(values);
  }

  byte[] envelope() {
    StringBuilder inside = new StringBuilder();
    add(inside, "id", id);
    add(inside, "origin", origin);
    add(inside, "part", part);
    values.forEach(value -> add(inside, "value", value));
    return RouteMessages.envelope("parcel", inside.toString());
  }

  private static void add(StringBuilder xml, String name, String text) {
    xml.append("<r:").append(name).append('>').append(RouteMessages.escaped(text));
    xml.append("</r:").append(name).append('>');
  }

  /**
   * Parses an envelope.
   *
   * @throws IllegalArgumentException if it is not a parcel
   */
  static Parcel read(byte[] envelope) {
    OMElement parcel = RouteMessages.body(envelope);
    List<String> texts = new ArrayList<>();
    parcel.getChildElements().forEachRemaining(each -> texts.add(each.getText()));
    QName parcels = new QName(RouteMessages.NAMESPACE, "parcel");
    if (!parcel.getQName().equals(parcels) || texts.size() < 4) {
      throw new IllegalArgumentException("not a parcel: " + parcel.getQName() + " " + texts);
    }
    return new Parcel(texts.get(0), texts.get(1), texts.get(2), texts.subList(3, texts.size()));
  }
}
