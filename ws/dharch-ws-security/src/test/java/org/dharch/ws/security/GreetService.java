package org.dharch.ws.security;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMElement;
import org.apache.axis2.context.MessageContext;

/** The service behind the handlers: keeps by whom it was told what. */
public final class GreetService {
  static final String NAMESPACE = "urn:dharch:peer";
  static final String ACTION = NAMESPACE + ":greet";

  /** Principal, blank, what was told. */
  static final List<String> TOLD = new CopyOnWriteArrayList<>();

  /** A request. */
  public OMElement greet(OMElement request) {
    String name = request.getFirstElement().getText();
    TOLD.add(
        MessageContext.getCurrentMessageContext().getProperty(SecurityInHandler.PRINCIPAL)
            + " "
            + name);
    OMElement answer =
        request.getOMFactory().createOMElement(new QName(NAMESPACE, "greetResponse", "g"));
    request.getOMFactory().createOMElement(new QName("said"), answer).setText("hello " + name);
    return answer;
  }
}
