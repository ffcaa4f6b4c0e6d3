package org.dharch.peers.cxf;

import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;

/** The service that peers call and implement. */
@WebService(name = "Greeter", targetNamespace = Greeter.NAMESPACE)
public interface Greeter {
  /** The namespace of its messages. */
  String NAMESPACE = "urn:dharch:peer";

  /** An operation with an answer. */
  @WebMethod
  @WebResult(name = "said")
  String greet(@WebParam(name = "name") String name);

  /** An operation without an answer. */
  @WebMethod
  @Oneway
  void note(@WebParam(name = "text") String text);
}
