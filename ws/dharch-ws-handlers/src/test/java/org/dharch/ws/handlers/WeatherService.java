package org.dharch.ws.handlers;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.soap.SOAPHeader;
import org.apache.axis2.context.MessageContext;

/** The service behind the handler of resources: says what it is told was stored before. */
public final class WeatherService {
  static final String NAMESPACE = "urn:weather";
  private static final QName BEFORE = new QName("urn:dharch:resource:1", "Before");

  /** The readings that came to it, each with what was stored before. */
  static final List<String> TOLD = new CopyOnWriteArrayList<>();

  /** A reading, which goes on to the service after its resource has it. */
  public OMElement reading(OMElement request) {
    SOAPHeader header = MessageContext.getCurrentMessageContext().getEnvelope().getHeader();
    OMElement before = header.getFirstChildWithName(BEFORE);
    OMElement stored = before.getFirstElement();
    TOLD.add((stored == null ? "nothing" : stored.getText()) + " then " + request.getText());
    return request.getOMFactory().createOMElement(new QName(NAMESPACE, "readingResponse", "w"));
  }
}
