package org.dharch.peers.cxf;

import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.ws.Action;
import jakarta.xml.ws.soap.Addressing;

/** Receives readings of a sensor as notifications. */
@WebService(name = "SensorSink", targetNamespace = Greeter.NAMESPACE)
@Addressing(enabled = true, required = true)
public interface SensorSink {
  /** Receives a reading. */
  @WebMethod
  @Oneway
  @Action(input = Greeter.NAMESPACE + ":Sensor:reading")
  void reading(
      @WebParam(name = "location") String location, @WebParam(name = "strength") int strength);
}
