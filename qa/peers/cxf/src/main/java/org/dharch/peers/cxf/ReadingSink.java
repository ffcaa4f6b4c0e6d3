package org.dharch.peers.cxf;

import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.ws.Action;
import jakarta.xml.ws.soap.Addressing;

/** The interface of CXF's event source to its sinks: one parameter, which is the event. */
@WebService(name = "ReadingSink", targetNamespace = Greeter.NAMESPACE)
@SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
@Addressing(enabled = true, required = true)
public interface ReadingSink {
  /** Receives an event. */
  @WebMethod(action = Greeter.NAMESPACE + ":Sensor:reading")
  @Oneway
  @Action(input = Greeter.NAMESPACE + ":Sensor:reading")
  void reading(
      @WebParam(name = "reading", targetNamespace = Greeter.NAMESPACE, partName = "reading")
          Reading reading);
}
