package org.dharch.peers.cxf;

import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.ws.Action;
import jakarta.xml.ws.soap.Addressing;
import org.apache.cxf.ws.eventing.SubscriptionEnd;

/**
 * Receives the end of a subscription. CXF's own interface expects the element in its own namespace
 * instead of that of WS-Eventing.
 */
@WebService(name = "EndSink", targetNamespace = EndSink.NAMESPACE)
@SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
@Addressing(enabled = true, required = true)
public interface EndSink {
  String NAMESPACE = "http://www.w3.org/2011/03/ws-evt";

  /** Receives the end. */
  @WebMethod
  @Oneway
  @Action(input = NAMESPACE + "/SubscriptionEnd")
  void ended(
      @WebParam(name = "SubscriptionEnd", targetNamespace = NAMESPACE, partName = "end")
          SubscriptionEnd end);
}
