package org.dharch.cli.chaos;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMElement;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.dharch.samples.SampleNames;

/**
 * The service behind the handlers: refuses what they have not performed on, answers with the
 * message's id, and keeps which one-way messages reached it. Any number of threads.
 */
public final class ChaosService {
  static final String TAGGED = "chaos.tagged";
  static final String LEDGER = "chaos.ledger";
  static final String BOOKING = "chaos.booking";

  private static final QName ID = new QName(SampleNames.NAMESPACE, "id");
  private static final QName PROCESSED = new QName(SampleNames.NAMESPACE, "processed");
  private static final Map<String, AtomicInteger> LETTERS = new ConcurrentHashMap<>();

  /** Axis2 makes it. */
  public ChaosService() {}

  /** Request-response: answers with the request's id and DHArch's. */
  public OMElement process(OMElement request) throws AxisFault {
    String message = performed(LEDGER);
    if (!message.equals(performed(BOOKING))) {
      throw new AxisFault("the handlers have performed on different messages");
    }
    OMElement answer = request.getOMFactory().createOMElement(PROCESSED);
    request.getOMFactory().createOMElement(ID, answer).setText(id(request) + ' ' + message);
    return answer;
  }

  /** One-way: counts by the message's own id. */
  public void notify(OMElement letter) throws AxisFault {
    performed(LEDGER);
    LETTERS.computeIfAbsent(id(letter), id -> new AtomicInteger()).incrementAndGet();
  }

  /** How often the letter of that id was here. */
  static int letters(String id) {
    AtomicInteger count = LETTERS.get(id);
    return count == null ? 0 : count.get();
  }

  private static String performed(String property) throws AxisFault {
    MessageContext context = MessageContext.getCurrentMessageContext();
    if (!Boolean.TRUE.equals(context.getProperty(TAGGED))
        || !(context.getProperty(property) instanceof String message)) {
      throw new AxisFault("a handler has not performed: " + property);
    }
    return message;
  }

  private static String id(OMElement request) throws AxisFault {
    OMElement id = request == null ? null : request.getFirstChildWithName(ID);
    if (id == null) {
      throw new AxisFault("no id");
    }
    return id.getText();
  }
}
