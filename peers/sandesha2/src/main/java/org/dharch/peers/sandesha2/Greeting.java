package org.dharch.peers.sandesha2;

import javax.xml.namespace.QName;
import org.apache.axiom.om.OMElement;

/**
 * The service of the server: prints what it is told, a line each. Not final: Axis2 1.6.2 says that
 * a final class is not public.
 */
public class Greeting {
  static final String NAMESPACE = "urn:dharch:peer";

  /** Axis2 makes it. */
  public Greeting() {}

  /** Is answered. */
  public OMElement greet(OMElement request) {
    String name = request.getFirstElement().getText();
    System.out.println(name);
    OMElement answer =
        request.getOMFactory().createOMElement(new QName(NAMESPACE, "greetResponse", "g"));
    request.getOMFactory().createOMElement(new QName("said"), answer).setText("hello " + name);
    return answer;
  }
}
