package org.dharch.benchmarks.scalability;

import java.math.BigDecimal;
import java.util.Iterator;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.InOutAxisOperation;
import org.apache.axis2.engine.AxisConfiguration;
import org.apache.axis2.receivers.AbstractInOutMessageReceiver;
import org.dharch.samples.SampleNames;

/**
 * The service behind the handlers: adds up the records of a request, which must be in its format.
 * Any number of threads.
 */
final class LedgerService extends AbstractInOutMessageReceiver {
  static final String SERVICE = "Ledger";
  static final String ACTION = SampleNames.NAMESPACE + ":load";

  private static final QName AMOUNT = new QName("amount");

  /** Describes the service without deploying it. */
  static AxisService describe(AxisConfiguration axis) throws AxisFault {
    AxisService service = new AxisService(SERVICE);
    service.setClassLoader(LedgerService.class.getClassLoader());
    AxisOperation operation = new InOutAxisOperation(new QName(SampleNames.NAMESPACE, "load"));
    operation.setMessageReceiver(new LedgerService());
    operation.setSoapAction(ACTION);
    service.addOperation(operation);
    service.mapActionToOperation(ACTION, operation);
    axis.getPhasesInfo().setOperationPhases(operation);
    return service;
  }

  @Override
  public void invokeBusinessLogic(MessageContext in, MessageContext out) throws AxisFault {
    OMElement request = in.getEnvelope().getBody().getFirstElement();
    OMElement records = request.getFirstChildWithName(SampleNames.RECORDS);
    if (records == null) {
      throw new AxisFault("the request must have records");
    }
    int count = 0;
    BigDecimal total = BigDecimal.ZERO;
    for (Iterator<?> all = records.getChildrenWithName(SampleNames.RECORD); all.hasNext(); ) {
      total = total.add(new BigDecimal(((OMElement) all.next()).getAttributeValue(AMOUNT)));
      count++;
    }
    SOAPEnvelope envelope = getSOAPFactory(in).getDefaultEnvelope();
    OMElement answer =
        getSOAPFactory(in)
            .createOMElement(new QName(SampleNames.NAMESPACE, "loaded", "s"), envelope.getBody());
    answer.addAttribute("count", Integer.toString(count), null);
    answer.addAttribute("total", total.toPlainString(), null);
    out.setEnvelope(envelope);
  }
}
