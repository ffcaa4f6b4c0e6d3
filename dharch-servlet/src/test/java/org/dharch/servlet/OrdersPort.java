package org.dharch.servlet;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;

/** A service as its author writes it, for any JAX-WS. */
@WebService(name = "Orders", targetNamespace = OrdersPort.NS)
public interface OrdersPort {
  String NS = "urn:test:orders";

  @WebMethod(action = "urn:test:order")
  @WebResult(name = "said")
  String order(@WebParam(name = "item") String item);
}
