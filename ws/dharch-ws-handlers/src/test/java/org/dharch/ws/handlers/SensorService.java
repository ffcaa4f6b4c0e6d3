package org.dharch.ws.handlers;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.axiom.om.OMElement;

/** A service whose messages are events: keeps what it was told. */
public final class SensorService {
  /** What was told, each time that it was. */
  static final List<String> TOLD = new CopyOnWriteArrayList<>();

  /** A one-way message. */
  public void reading(OMElement request) {
    TOLD.add(request.getFirstElement().getText());
  }

  /** Another one. */
  public void note(OMElement request) {
    TOLD.add(request.getFirstElement().getText());
  }
}
