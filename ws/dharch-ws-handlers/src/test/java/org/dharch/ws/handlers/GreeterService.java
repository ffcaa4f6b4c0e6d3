package org.dharch.ws.handlers;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMElement;
import org.dharch.testing.Awaits;

/** The service behind the handlers: keeps what it was told, in order. */
public final class GreeterService {
  static final String NAMESPACE = "urn:dharch:peer";

  /** What was told, each time that it was. */
  static final List<String> TOLD = new CopyOnWriteArrayList<>();

  /** What it waits for before it answers a request. */
  static volatile BooleanSupplier mayRespond = () -> true;

  /** A request. */
  public OMElement greet(OMElement request) {
    String name = request.getFirstElement().getText();
    if (name.equals("nobody")) {
      throw new IllegalStateException("nobody is here");
    }
    TOLD.add(name);
    Awaits.ignoringServerErrors().until(mayRespond::getAsBoolean);
    OMElement answer =
        request.getOMFactory().createOMElement(new QName(NAMESPACE, "greetResponse", "g"));
    request.getOMFactory().createOMElement(new QName("said"), answer).setText("hello " + name);
    return answer;
  }

  /** A one-way message. */
  public void note(OMElement request) {
    TOLD.add(request.getFirstElement().getText());
  }
}
