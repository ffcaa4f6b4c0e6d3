package org.dharch.ws.rm.message;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.dharch.ws.ProcessingException;
import org.dharch.ws.rm.Acknowledgement;
import org.dharch.ws.rm.Ranges;
import org.dharch.ws.rm.Refusal;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.soap.ElementReader;
import org.dharch.ws.soap.SoapFaults;
import org.dharch.ws.soap.SoapVersion;

/** Reads the header blocks of all versions in one pass. */
final class RmHeaderReader {
  private final ElementReader in;
  private final SoapVersion soap;
  private final List<AcknowledgementHeader> acknowledgements = new ArrayList<>();
  private final List<AckRequestedHeader> ackRequested = new ArrayList<>();
  private final List<RmFault> refused = new ArrayList<>();
  private Optional<SequenceHeader> sequence = Optional.empty();
  private Optional<RmFault> fault = Optional.empty();
  private boolean usesSequenceStr;
  private boolean usesSequenceSsl;

  RmHeaderReader(ElementReader in) {
    this.in = in;
    this.soap = SoapFaults.version(in);
  }

  RmHeaders read() throws ProcessingException {
    in.children(this::readPart);
    return new RmHeaders(
        sequence, acknowledgements, ackRequested, refused, fault, usesSequenceStr, usesSequenceSsl);
  }

  private void readPart() throws ProcessingException {
    if (in.is(soap.name("Header"))) {
      in.children(this::readBlock);
    } else if (in.is(soap.name("Body"))) {
      in.stop();
    }
  }

  private void readBlock() throws ProcessingException {
    Optional<RmVersion> version = RmVersion.of(in.namespace());
    if (version.isEmpty() || !soap.isForReceiver(in.attribute(soap.roleAttribute()).orElse(""))) {
      return;
    }
    switch (in.localName()) {
      case "Sequence" -> sequence(version.get());
      case "SequenceAcknowledgement" -> acknowledgement(version.get());
      case "AckRequested" -> ackRequested(version.get());
      case "SequenceFault" -> fault = Optional.of(fault(version.get()));
      case "UsesSequenceSTR" -> usesSequenceStr = true;
      case "UsesSequenceSSL" -> usesSequenceSsl = true;
      default -> {} // the receiver handles mustUnderstand
    }
  }

  private void sequence(RmVersion version) throws ProcessingException {
    if (sequence.isPresent()) {
      throw RmElements.invalid("wsrm:Sequence must not occur twice");
    }
    Children children = new Children("Sequence");
    in.children(() -> children.read(in));
    SequenceId id = children.requiredId();
    Optional<Long> number = RmElements.number(children.requiredNumber(), "MessageNumber");
    if (number.isEmpty()) {
      throw RmFault.rollover(version, id).exception();
    }
    sequence =
        Optional.of(
            new SequenceHeader(
                version, id, number.get(), children.isLast && version.hasLastMessage()));
  }

  private void ackRequested(RmVersion version) throws ProcessingException {
    if (ackRequested.size() == RmHeaders.MAX_REPEATED) {
      throw tooMany("AckRequested");
    }
    Children children = new Children("AckRequested");
    in.children(() -> children.read(in));
    Optional<Long> highest =
        children.number.isPresent()
            ? RmElements.number(children.number.get(), "MaxMessageNumberUsed")
            : Optional.empty();
    ackRequested.add(new AckRequestedHeader(version, children.requiredId(), highest));
  }

  private void acknowledgement(RmVersion version) throws ProcessingException {
    if (acknowledgements.size() + refused.size() == RmHeaders.MAX_REPEATED) {
      throw tooMany("SequenceAcknowledgement");
    }
    AcknowledgementParts parts = new AcknowledgementParts(version);
    in.children(() -> parts.read(in));
    SequenceId id = parts.id.orElseThrow(() -> missing("SequenceAcknowledgement", "Identifier"));
    if (parts.problem.isPresent()) {
      refused.add(RmFault.invalidAcknowledgement(version, id, parts.problem.get()));
      return;
    }
    try {
      acknowledgements.add(
          new AcknowledgementHeader(
              version,
              new Acknowledgement(id, Ranges.disjoint(parts.ranges()), parts.isFinal),
              Ranges.disjoint(parts.nacks())));
    } catch (IllegalArgumentException e) {
      refused.add(RmFault.invalidAcknowledgement(version, id, e.getMessage()));
    }
  }

  /** The SequenceFault header of SOAP 1.1. The affected sequence is in or next to the detail. */
  private RmFault fault(RmVersion version) throws ProcessingException {
    List<QName> codes = new ArrayList<>(1);
    Children children = new Children("SequenceFault");
    in.children(
        () -> {
          switch (in.localName()) {
            case "FaultCode" -> codes.add(in.qualifiedText());
            case "Detail" -> in.children(() -> children.read(in));
            default -> children.read(in);
          }
        });
    if (codes.isEmpty()) {
      throw missing("SequenceFault", "FaultCode");
    }
    Refusal.Kind kind =
        RmFault.kind(codes.get(0))
            .orElseThrow(
                () -> RmElements.invalid("wsrm:SequenceFault: " + codes.get(0) + " is unknown"));
    return new RmFault(version, new Refusal(kind, ""), children.id, Optional.empty());
  }

  private static ProcessingException missing(String element, String child) {
    return RmElements.invalid("wsrm:" + element + " must have " + child);
  }

  private static ProcessingException tooMany(String element) {
    return RmElements.invalid(
        "wsrm:" + element + " must occur at most " + RmHeaders.MAX_REPEATED + " times");
  }

  private static final class Children {
    private final String element;
    private Optional<SequenceId> id = Optional.empty();
    private Optional<String> number = Optional.empty();
    private boolean isLast;

    Children(String element) {
      this.element = element;
    }

    void read(ElementReader in) throws ProcessingException {
      if (RmVersion.of(in.namespace()).isEmpty()) {
        return;
      }
      switch (in.localName()) {
        case "Identifier" -> id = Optional.of(RmElements.identifier(in, element));
        case "MessageNumber", "MaxMessageNumberUsed" -> number = Optional.of(in.text());
        case "LastMessage" -> isLast = true;
        default -> {} // an extension
      }
    }

    SequenceId requiredId() throws ProcessingException {
      return id.orElseThrow(() -> missing(element, "Identifier"));
    }

    String requiredNumber() throws ProcessingException {
      return number.orElseThrow(() -> missing(element, "MessageNumber"));
    }
  }

  /** The content of an acknowledgement; errors are reported to its sink. */
  private static final class AcknowledgementParts {
    private final RmVersion version;
    private final List<Long> ranges = new ArrayList<>();
    private final List<Long> nacks = new ArrayList<>();
    private Optional<SequenceId> id = Optional.empty();
    private Optional<String> problem = Optional.empty();
    private boolean isFinal;
    private boolean isOfNothing;

    AcknowledgementParts(RmVersion version) {
      this.version = version;
    }

    void read(ElementReader in) throws ProcessingException {
      if (!in.namespace().equals(version.namespace())) {
        return;
      }
      switch (in.localName()) {
        case "Identifier" -> id = Optional.of(RmElements.identifier(in, "SequenceAcknowledgement"));
        case "AcknowledgementRange" ->
            range(in.attribute("Lower").orElse(""), in.attribute("Upper").orElse(""));
        case "Nack" -> {
          String text = in.text();
          number(nacks, text);
          number(nacks, text);
        }
        case "Final" -> isFinal = version.hasClose();
        default -> {} // None adds nothing; CXF writes it in addition to ranges
      }
    }

    /** WCF writes 0-0 for an acknowledgement of no message (1.0). */
    private void range(String lower, String upper) {
      if (lower.strip().equals("0") && upper.strip().equals("0")) {
        isOfNothing = true;
      } else {
        number(ranges, lower);
        number(ranges, upper);
      }
      if (isOfNothing && !ranges.isEmpty()) {
        problem = Optional.of("it must not have the range 0-0 and others");
      }
    }

    private void number(List<Long> parts, String text) {
      if (parts.size() >= 2 * AcknowledgementHeader.MAX_RANGES) {
        problem =
            Optional.of(
                "it must have at most " + AcknowledgementHeader.MAX_RANGES + " ranges or Nacks");
        return;
      }
      try {
        Optional<Long> number = RmElements.number(text, "SequenceAcknowledgement");
        if (number.isPresent()) {
          parts.add(number.get());
        } else {
          problem = Optional.of("it must not acknowledge numbers above the highest possible one");
        }
      } catch (ProcessingException e) {
        problem = Optional.of(e.getMessage());
      }
    }

    long[] ranges() {
      return ranges.stream().mapToLong(Long::longValue).toArray();
    }

    /** Peers may repeat a number. */
    long[] nacks() {
      return nacks.stream()
          .distinct()
          .flatMap(number -> Stream.of(number, number))
          .mapToLong(Long::longValue)
          .toArray();
    }
  }
}
