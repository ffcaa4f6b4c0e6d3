package org.dharch.core;

import java.util.List;
import javax.xml.namespace.QName;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.Rules.Broken;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.ThrownFault;
import org.dharch.core.message.ThrownFaultException;

/** The SOAP fault that an attempt throws, which follows from the attempt. */
final class SimulatedFault {
  private static final String REASON = "it just fails";
  private static final String NAMESPACE = "urn:simulation";

  private SimulatedFault() {}

  static ThrownFaultException thrown(MessageId message, String handler, int attempt) {
    return new ThrownFaultException(
        of(message, handler, attempt), new IllegalStateException(REASON));
  }

  private static ThrownFault of(MessageId message, String handler, int attempt) {
    return new ThrownFault(
        new QName(NAMESPACE, handler, "s"),
        List.of(new QName(NAMESPACE, "sub" + attempt, "s")),
        List.of(new ThrownFault.Reason("en", REASON), new ThrownFault.Reason("de", handler)),
        "urn:node:" + attempt,
        "urn:role:" + handler,
        List.of("<d xmlns='urn:simulation'>" + message + "</d>"),
        List.of("<h xmlns='urn:simulation'>" + attempt + "</h>"),
        MessageProperties.empty());
  }

  /** Rule 53: the fault of a message is what its handler threw, unchanged. */
  static void check(String name, Outcome outcome) {
    if (outcome instanceof Outcome.Failed failed && failed.fault().reason().endsWith(REASON)) {
      String handler = failed.fault().handler();
      boolean isThrown =
          outcome.timeline().attempts().stream()
              .filter(attempt -> attempt.result().equals("failed"))
              .filter(attempt -> attempt.handler().equals(handler))
              .map(attempt -> of(outcome.id(), handler, attempt.number()))
              .anyMatch(each -> failed.fault().thrown().filter(each::equals).isPresent());
      if (!isThrown) {
        throw new Broken(
            53, name + " failed by " + failed.fault() + ", and has " + failed.fault().thrown());
      }
    }
  }
}
