package org.dharch.peers.operations;

import java.util.ArrayList;
import java.util.List;

/** The inputs of the operations: RM 1.0 with WS-Addressing 2004/08 in SOAP 1.1, as in the paper. */
public final class Samples {
  /** The id of messages and sequences. */
  public static final String ID = "urn:uuid:56b9fa6d-f434-4b25-bc0e-3e38d000d157";

  /** The destination. */
  public static final String ADDRESS = "http://127.0.0.1:18231/axis2/services/Greeter";

  /** The action of an application's message. */
  public static final String ACTION = "urn:greet";

  /** A reference property. */
  public static final String PROPERTY = "<p:Customer xmlns:p=\"urn:properties\">4711</p:Customer>";

  /** The lifetime of a sequence. */
  public static final String LIFETIME = "PT1H";

  /** The reason for rejecting a sequence. */
  public static final String REFUSAL = "there is no room for another sequence";

  /** The number of the message whose Sequence is written. */
  public static final long NUMBER = 7;

  private static final String EPR = "<wsa:Address>" + ADDRESS + "</wsa:Address>";

  /** 1.8 KB: most headers of WS-Addressing, a sequence, an acknowledgement, and a small body. */
  public static final String MESSAGE =
      "<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\"><soap:Header>"
          + "<wsa:To xmlns:wsa=\"http://schemas.xmlsoap.org/ws/2004/08/addressing\">"
          + ADDRESS
          + "</wsa:To>"
          + header("Action", ACTION)
          + header("MessageID", ID)
          + header("RelatesTo", ID)
          + header("From", EPR)
          + header("ReplyTo", EPR)
          + header("FaultTo", EPR)
          + PROPERTY
          + "<wsrm:Sequence xmlns:wsrm=\"http://schemas.xmlsoap.org/ws/2005/02/rm\""
          + " soap:mustUnderstand=\"1\"><wsrm:Identifier>"
          + ID
          + "</wsrm:Identifier><wsrm:MessageNumber>1</wsrm:MessageNumber></wsrm:Sequence>"
          + "<wsrm:SequenceAcknowledgement xmlns:wsrm=\"http://schemas.xmlsoap.org/ws/2005/02/rm\">"
          + "<wsrm:Identifier>"
          + ID
          + "</wsrm:Identifier><wsrm:AcknowledgementRange Lower=\"1\" Upper=\"3\"/>"
          + "</wsrm:SequenceAcknowledgement></soap:Header><soap:Body>"
          + "<g:greet xmlns:g=\"urn:greeter\"><name>n1</name></g:greet></soap:Body>"
          + "</soap:Envelope>";

  private Samples() {}

  private static String header(String name, String content) {
    return "<wsa:"
        + name
        + " xmlns:wsa=\"http://schemas.xmlsoap.org/ws/2004/08/addressing\">"
        + content
        + "</wsa:"
        + name
        + ">";
  }

  /** Returns the received numbers of twenty; each third is missing. */
  public static List<Long> numbers() {
    List<Long> numbers = new ArrayList<>();
    for (long number = 1; number <= 20; number++) {
      if (number % 3 != 0) {
        numbers.add(number);
      }
    }
    return numbers;
  }
}
