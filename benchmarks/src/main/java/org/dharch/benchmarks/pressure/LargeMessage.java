package org.dharch.benchmarks.pressure;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.api.Part;
import org.dharch.core.message.Outcome;
import org.dharch.core.orchestration.document.OrchestrationDocument;
import org.dharch.core.orchestration.rule.Orchestrations;

/**
 * A message of a megabyte with 10,000 elements in its body, a condition on the body and a handler
 * that changes the last element; and small messages, whose handler changes nothing.
 */
final class LargeMessage {
  static final String LARGE = "Large";
  static final String SMALL = "Small";

  private static final String NAMESPACE = "urn:dharch:pressure";
  private static final int ELEMENTS = 10_000;
  private static final String HEAD =
      "<soapenv:Envelope xmlns:soapenv=\"http://schemas.xmlsoap.org/soap/envelope/\">"
          + "<soapenv:Body><d:data xmlns:d=\""
          + NAMESPACE
          + "\">";
  private static final String TAIL = "</d:data></soapenv:Body></soapenv:Envelope>";
  private static final String ELEMENT = "<d:item>" + "x".repeat(88) + "</d:item>";
  private static final String CHANGED =
      "<d:item xmlns:d=\"" + NAMESPACE + "\">" + "y".repeat(88) + "</d:item>";
  private static final byte[] RIGHT_END = bytes("y".repeat(88) + "</d:item>" + TAIL);
  private static final Changes LAST_CHANGED =
      Changes.builder()
          .replace(
              Part.element(
                  List.of(
                      new Part.Step(new QName(NAMESPACE, "data"), 0),
                      new Part.Step(new QName(NAMESPACE, "item"), ELEMENTS - 1))),
              bytes(CHANGED))
          .build();

  private static final String DOCUMENT =
      "<orchestrations xmlns='urn:dharch:orchestration:1' xmlns:d='"
          + NAMESPACE
          + "'>"
          + "<orchestration name='small'><handler name='"
          + LoadedNodes.SMALL
          + "'/></orchestration><orchestration name='large'><choose><when test='count(//d:item) >"
          + " 9'><handler name='"
          + LoadedNodes.LAST
          + "'/></when></choose></orchestration><rule orchestration='small' service='"
          + SMALL
          + "'/><rule orchestration='large' service='"
          + LARGE
          + "'/></orchestrations>";

  private LargeMessage() {}

  /** Returns the orchestrations of small and large messages. */
  static Orchestrations orchestrations() {
    return OrchestrationDocument.parse("pressure", DOCUMENT);
  }

  /** Returns its envelope. */
  static byte[] envelope() {
    return bytes(HEAD + ELEMENT.repeat(ELEMENTS) + TAIL);
  }

  /** Returns the changes of its handler. */
  static Changes lastChanged() {
    return LAST_CHANGED;
  }

  /** Returns whether the handler changed the message. */
  static boolean isRight(Outcome outcome) {
    if (!(outcome instanceof Outcome.Completed completed)) {
      return false;
    }
    byte[] envelope = completed.envelope();
    int from = envelope.length - RIGHT_END.length;
    return envelope.length >= HEAD.length() + ELEMENTS * ELEMENT.length() + TAIL.length()
        && Arrays.equals(envelope, from, envelope.length, RIGHT_END, 0, RIGHT_END.length);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
