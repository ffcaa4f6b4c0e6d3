package org.dharch.peers.sandesha2;

import javax.xml.namespace.QName;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axiom.soap.SOAPFactory;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.receivers.AbstractInOutMessageReceiver;

/** Prints each received text in a line, and answers with a greeting. */
final class GreetReceiver extends AbstractInOutMessageReceiver {
  @Override
  public void invokeBusinessLogic(MessageContext request, MessageContext response)
      throws AxisFault {
    String name = request.getEnvelope().getBody().getFirstElement().getFirstElement().getText();
    System.out.println(name);
    SOAPFactory factory = getSOAPFactory(request);
    SOAPEnvelope envelope = factory.getDefaultEnvelope();
    OMElement answer =
        factory.createOMElement(new QName(NoteReceiver.NAMESPACE, "greetResponse", "g"));
    factory.createOMElement(new QName("said"), answer).setText("hello " + name);
    envelope.getBody().addChild(answer);
    response.setEnvelope(envelope);
  }
}
