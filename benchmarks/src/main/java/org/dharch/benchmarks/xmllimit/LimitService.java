package org.dharch.benchmarks.xmllimit;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMElement;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.InOutAxisOperation;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.engine.AxisConfiguration;
import org.dharch.benchmarks.xmllimit.element.Element;
import org.dharch.benchmarks.xmllimit.element.ElementTotals;
import org.dharch.peers.adb.Answer;
import org.dharch.peers.adb.LimitMessageReceiverInOut;
import org.dharch.peers.adb.LimitSkeletonInterface;
import org.dharch.peers.adb.Question;

/**
 * The service on Axis2 with the code that its generator makes from the WSDL: types that parse and
 * write themselves (ADB), and the receiver that calls this class. Axis2 makes one instance for each
 * request.
 */
public final class LimitService implements LimitSkeletonInterface {
  static final String NAME = "Limit";

  private static final String WORK = "work";
  private static final QName TICKET = new QName(Xml.NAMESPACE, Xml.TICKET);

  /** Called by Axis2. */
  public LimitService() {}

  /** Describes the service without deploying it. */
  static AxisService describe(AxisConfiguration axis, LimitOperation work) throws AxisFault {
    AxisService service = new AxisService(NAME);
    service.setClassLoader(LimitService.class.getClassLoader());
    service.addParameter(new Parameter("ServiceClass", LimitService.class.getName()));
    service.addParameter(new Parameter(WORK, work));
    AxisOperation operation = new InOutAxisOperation(new QName(Xml.NAMESPACE, WORK));
    operation.setMessageReceiver(new LimitMessageReceiverInOut());
    operation.setSoapAction(SoapForm.ACTION);
    service.addOperation(operation);
    service.mapActionToOperation(SoapForm.ACTION, operation);
    axis.getPhasesInfo().setOperationPhases(operation);
    return service;
  }

  /** The only operation of the service. */
  @Override
  public Answer work(Question question) {
    MessageContext context = MessageContext.getCurrentMessageContext();
    LimitOperation work = (LimitOperation) context.getAxisService().getParameterValue(WORK);
    ElementTotals sum = new ElementTotals();
    if (question.getElement() != null) {
      for (org.dharch.peers.adb.Element each : question.getElement()) {
        sum.add(each.getQuantity(), each.getPrice());
      }
    }
    List<org.dharch.peers.adb.Element> found = new ArrayList<>();
    try {
      work.source()
          .each(question.getFirst(), question.getCount(), element -> found.add(bound(element)));
    } catch (SQLException | IOException e) {
      throw new IllegalStateException(e);
    }
    Answer answer = new Answer();
    answer.setTicket(ticket(context));
    answer.setCount(sum.count());
    answer.setTotal(sum.total());
    answer.setElement(found.toArray(org.dharch.peers.adb.Element[]::new));
    return answer;
  }

  /** Returns the ticket of the header, and the one that a handler has read. */
  private static String ticket(MessageContext context) {
    OMElement ticket = context.getEnvelope().getHeader().getFirstChildWithName(TICKET);
    Object read = context.getProperty(TicketReader.READ);
    return read == null ? ticket.getText() : ticket.getText() + " " + read;
  }

  private static org.dharch.peers.adb.Element bound(Element element) {
    org.dharch.peers.adb.Element made = new org.dharch.peers.adb.Element();
    made.setId(element.id());
    made.setName(element.name());
    made.setQuantity(element.quantity());
    made.setPrice(element.price());
    made.setNote(element.note());
    return made;
  }
}
