package org.dharch.cli.chaos;

import javax.xml.namespace.QName;
import org.apache.axiom.om.OMElement;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.dharch.samples.SampleNames;

/**
 * The service behind the handlers: refuses what they have not performed on, answers with the
 * message's id, and notes in {@link Deliveries} what reached it. Any number of threads.
 */
public final class ChaosService {
  static final String TAGGED = "chaos.tagged";
  static final String LEDGER = "chaos.ledger";
  static final String BOOKING = "chaos.booking";

  private static final QName ID = new QName(SampleNames.NAMESPACE, "id");
  private static final QName PROCESSED = new QName(SampleNames.NAMESPACE, "processed");

  /** Axis2 makes it. */
  public ChaosService() {}

  /** Request-response: answers with the request's id and DHArch's. */
  public OMElement process(OMElement request) throws AxisFault {
    String id = id(request);
    String message = performed(id, LEDGER);
    if (!message.equals(performed(id, BOOKING))) {
      throw refusal(id, "the handlers have performed on different messages");
    }
    Deliveries.invoked(id, message);
    OMElement answer = request.getOMFactory().createOMElement(PROCESSED);
    request.getOMFactory().createOMElement(ID, answer).setText(id + ' ' + message);
    return answer;
  }

  /** One-way. */
  public void notify(OMElement oneWay) throws AxisFault {
    String id = id(oneWay);
    Deliveries.invoked(id, performed(id, LEDGER));
  }

  private static String performed(String id, String property) throws AxisFault {
    MessageContext context = MessageContext.getCurrentMessageContext();
    if (!Boolean.TRUE.equals(context.getProperty(TAGGED))
        || !(context.getProperty(property) instanceof String message)) {
      throw refusal(id, "a handler has not performed: " + property);
    }
    return message;
  }

  private static AxisFault refusal(String id, String why) {
    Deliveries.refused(id, why);
    return new AxisFault(why);
  }

  private static String id(OMElement request) throws AxisFault {
    OMElement id = request == null ? null : request.getFirstChildWithName(ID);
    if (id == null) {
      throw new AxisFault("no id");
    }
    return id.getText();
  }
}
