package org.dharch.cli.run;

import org.apache.axiom.om.OMElement;

/** The service of docs/secure-service.md. */
public final class Station {
  /** What was read; the answer says that it is recorded. */
  public OMElement reading(OMElement reading) {
    OMElement answer = reading.getOMFactory().createOMElement("recorded", reading.getNamespace());
    answer.setText(reading.getText());
    return answer;
  }
}
