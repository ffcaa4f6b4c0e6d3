package org.dharch.benchmarks.messaging;

import jakarta.xml.soap.MessageFactory;
import jakarta.xml.soap.SOAPConstants;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPMessage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.xmlbeans.XmlObject;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.core.message.Merge;
import org.dharch.ws.AddressingProcessor;
import org.dharch.ws.addressing.AddressingHeaders;
import org.dharch.ws.addressing.AddressingVersion;
import org.dharch.ws.addressing.EndpointReference;
import org.dharch.ws.addressing.RelatesTo;
import org.dharch.ws.rm.Acknowledgement;
import org.dharch.ws.rm.Ranges;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.rm.message.AcknowledgementHeader;
import org.dharch.ws.rm.message.RmBody;
import org.dharch.ws.rm.message.RmFault;
import org.dharch.ws.rm.message.RmMessages;
import org.dharch.ws.rm.message.SequenceHeader;
import org.dharch.ws.soap.SoapConversions;
import org.dharch.ws.soap.SoapFaults;
import org.dharch.ws.soap.SoapVersion;
import org.dharch.ws.types.soap11.EnvelopeDocument;

/**
 * The rows of table 1, on messages as peers send them: RM 1.0 with WS-Addressing 2004/08 in SOAP
 * 1.1, as in the paper.
 */
final class Operations {
  private static final SoapVersion SOAP = SoapVersion.SOAP_1_1;
  private static final AddressingVersion WSA = AddressingVersion.WSA_2004_08;
  private static final RmVersion RM = RmVersion.RM_1_0;
  private static final String ID = "urn:uuid:56b9fa6d-f434-4b25-bc0e-3e38d000d157";
  private static final String TO = "http://127.0.0.1:18231/axis2/services/Greeter";
  private static final SequenceId SEQUENCE = new SequenceId(ID);
  private static final EndpointReference PLAIN = EndpointReference.of(WSA, TO);
  private static final EndpointReference RICH =
      new EndpointReference(
          WSA,
          TO,
          List.of("<p:Customer xmlns:p=\"urn:properties\">4711</p:Customer>"),
          List.of(),
          Optional.empty(),
          List.of());

  private final byte[] message = message();
  private final XmlObject document = SoapConversions.document(message);
  private final SOAPMessage saaj = SoapConversions.soapMessage(document);
  private final MessageFactory saajFactory =
      MessageFactory.newInstance(SOAPConstants.SOAP_1_1_PROTOCOL);
  private final List<Operation> rows = new ArrayList<>();

  private Operations() throws SOAPException {}

  /** All rows, in the paper's order. */
  static List<Operation> all() throws SOAPException {
    Operations operations = new Operations();
    operations.envelopes();
    operations.addressing();
    operations.messaging();
    return operations.rows;
  }

  private void row(String name, String paper, int paperBytes, double bound, Callable<Object> work) {
    Optional<Integer> bytes = paperBytes == 0 ? Optional.empty() : Optional.of(paperBytes);
    rows.add(new Operation(name, paper, bytes, bound, work));
  }

  private void envelopes() {
    row(
        "create an XMLBeans EnvelopeDocument",
        "121.29 (25.77)",
        2_192,
        1,
        () -> {
          EnvelopeDocument envelope = EnvelopeDocument.Factory.newInstance();
          envelope.addNewEnvelope().addNewBody();
          return envelope;
        });
    row("create a SOAPMessage", "85.76 (79.36)", 1_824, 16, saajFactory::createMessage);
    row(
        "EnvelopeDocument to SOAPMessage",
        "3503.81 (758.48)",
        57_152,
        40,
        () -> SoapConversions.soapMessage(document));
    row(
        "SOAPMessage to EnvelopeDocument",
        "730.08 (392.35)",
        34_424,
        10,
        () -> SoapConversions.document(saaj));
  }

  private void addressing() {
    row(
        "create an EPR, URL only",
        "84.61 (25.61)",
        2_072,
        1,
        () -> EndpointReference.of(WSA, TO).write(WSA.name("EndpointReference")));
    row(
        "create an EPR with ReferenceProperties",
        "133.13 (35.64)",
        2_648,
        2,
        () -> RICH.write(WSA.name("EndpointReference")));
    row(
        "create an envelope to an EPR",
        "157.98 (12.19)",
        7_184,
        3,
        () -> envelope(AddressingHeaders.to(RICH, "urn:greet", ID)));
    row(
        "create an envelope to an EPR with most headers",
        "263.20 (35.73)",
        13_880,
        8,
        () -> envelope(mostHeaders()));
    row(
        "parse WSA headers, of a tree",
        "711.74 (231.61)",
        61_024,
        1,
        () -> AddressingHeaders.read(document));
    row(
        "parse WSA headers, of bytes",
        "711.74 (231.61)",
        61_024,
        10,
        () -> AddressingHeaders.read(message));
  }

  private static byte[] envelope(AddressingHeaders headers) {
    return AddressingProcessor.envelope(SOAP, headers, List.of(), "");
  }

  private static AddressingHeaders mostHeaders() {
    return AddressingHeaders.to(RICH, "urn:greet", ID)
        .answeredTo(PLAIN, PLAIN, PLAIN)
        .about(RelatesTo.reply(WSA, ID));
  }

  private void messaging() {
    row(
        "create a Wsrm fault",
        "? (min 271, max 1010)",
        0,
        12,
        () -> {
          RmFault fault = RmFault.createRefused(RM, "there is no room for another sequence");
          return SoapFaults.envelope(
              SOAP,
              fault.soapFault(),
              AddressingHeaders.to(PLAIN, fault.action(WSA), ID)
                  .about(RelatesTo.reply(WSA, ID))
                  .write());
        });
    row(
        "create a CreateSequence request",
        "268.95? (37.93)",
        0,
        10,
        () ->
            message(
                new RmBody.CreateSequence(
                    RM,
                    PLAIN,
                    Optional.of(Duration.ofHours(1)),
                    Optional.of(
                        new RmBody.Offer(
                            SEQUENCE, Optional.empty(), Optional.empty(), Optional.empty())),
                    List.of())));
    row(
        "create a CreateSequence response",
        "234.97?",
        0,
        10,
        () ->
            message(
                new RmBody.CreateSequenceResponse(
                    RM,
                    SEQUENCE,
                    Optional.of(Duration.ofHours(1)),
                    Optional.empty(),
                    Optional.of(PLAIN))));
    row("create a Sequence", "43.81?", 2_424, 1, () -> sequence(7).write(SOAP));
    byte[] block = utf8(sequence(7).write(SOAP));
    row(
        "add it to an envelope",
        "13.01? (0.57)",
        464,
        0.65,
        () -> Merge.apply(message, Changes.builder().addHeader(block).build(), Limits.DEFAULT));
    List<Long> numbers = numbers();
    row(
        "create a SequenceAcknowledgement of a set",
        "461.17 (172.40)",
        20_624,
        4,
        () -> {
          Ranges ranges = Ranges.EMPTY;
          for (long number : numbers) {
            ranges = ranges.add(number);
          }
          return AcknowledgementHeader.of(RM, new Acknowledgement(SEQUENCE, ranges, false)).write();
        });
    RmBody terminate = new RmBody.TerminateSequence(RM, SEQUENCE, Optional.empty());
    row("create a TerminateSequence, the element", "20.95 (1.30)", 2_072, 1, terminate::write);
    row(
        "create a TerminateSequence, the envelope",
        "20.95 (1.30)",
        2_072,
        4,
        () -> message(terminate));
  }

  private static SequenceHeader sequence(long number) {
    return new SequenceHeader(RM, SEQUENCE, number, false);
  }

  private static byte[] message(RmBody body) {
    return RmMessages.envelope(
        SOAP,
        AddressingHeaders.to(PLAIN, body.kind().action(RM), ID).answeredTo(PLAIN),
        List.of(),
        Optional.of(body));
  }

  /** What has come of twenty: each third is missing. */
  private static List<Long> numbers() {
    List<Long> numbers = new ArrayList<>();
    for (long number = 1; number <= 20; number++) {
      if (number % 3 != 0) {
        numbers.add(number);
      }
    }
    return numbers;
  }

  /** 1.3 KB: most headers, a sequence, an acknowledgement, and a small body. */
  private static byte[] message() {
    return AddressingProcessor.envelope(
        SOAP,
        mostHeaders(),
        List.of(
            sequence(1).write(SOAP),
            AcknowledgementHeader.of(RM, new Acknowledgement(SEQUENCE, Ranges.of(1, 3), false))
                .write()),
        "<ns:greet xmlns:ns=\"urn:spike:greeter\"><name>cxf-1</name></ns:greet>");
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
