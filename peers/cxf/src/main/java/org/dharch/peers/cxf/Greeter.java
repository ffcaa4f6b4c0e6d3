package org.dharch.peers.cxf;

import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;

/** The service that peers call, and are. */
@WebService(name = "Greeter", targetNamespace = Greeter.NAMESPACE)
public interface Greeter {
  /** Of its messages. */
  String NAMESPACE = "urn:dharch:peer";

  /** Is answered. */
  @WebMethod
  @WebResult(name = "said")
  String greet(@WebParam(name = "name") String name);

  /** Is not. */
  @WebMethod
  @Oneway
  void note(@WebParam(name = "text") String text);
}
