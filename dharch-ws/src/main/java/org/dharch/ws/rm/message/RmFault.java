package org.dharch.ws.rm.message;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.dharch.ws.ProcessingException;
import org.dharch.ws.addressing.AddressingVersion;
import org.dharch.ws.rm.Refusal;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.soap.ElementReader;
import org.dharch.ws.soap.ElementWriter;
import org.dharch.ws.soap.SoapFault;
import org.dharch.ws.soap.SoapFault.Code;

/**
 * A fault of the protocol as messages carry it (1.2, section 4; 1.0, section 4). Immutable.
 *
 * @param sequence the one that it is about
 * @param acknowledgement the SequenceAcknowledgement that is invalid, if there is one to show
 */
public record RmFault(
    RmVersion version,
    Refusal refusal,
    Optional<SequenceId> sequence,
    Optional<String> acknowledgement) {

  public RmFault {
    Objects.requireNonNull(version, "version");
    Objects.requireNonNull(refusal, "refusal");
    Objects.requireNonNull(sequence, "sequence");
    Objects.requireNonNull(acknowledgement, "acknowledgement");
  }

  /** What a machine refuses, for its sequence. */
  public static RmFault of(RmVersion version, Refusal refusal, SequenceId sequence) {
    return new RmFault(version, refusal, Optional.of(sequence), Optional.empty());
  }

  /** No sequence is created. */
  public static RmFault createRefused(RmVersion version, String reason) {
    return new RmFault(
        version,
        new Refusal(Refusal.Kind.CREATE_SEQUENCE_REFUSED, reason),
        Optional.empty(),
        Optional.empty());
  }

  /** A message came outside of any sequence, where that is not allowed (1.1). */
  public static RmFault required() {
    return new RmFault(
        RmVersion.RM_1_1,
        new Refusal(
            Refusal.Kind.WSRM_REQUIRED, "messages are taken as part of a sequence here only"),
        Optional.empty(),
        Optional.empty());
  }

  static RmFault rollover(RmVersion version, SequenceId sequence) {
    return of(
        version,
        new Refusal(
            Refusal.Kind.MESSAGE_NUMBER_ROLLOVER,
            "the highest message number is " + RmVersion.MAX_MESSAGE_NUMBER),
        sequence);
  }

  static RmFault invalidAcknowledgement(RmVersion version, SequenceId sequence, String reason) {
    return of(
        version,
        new Refusal(
            Refusal.Kind.INVALID_ACKNOWLEDGEMENT, "the acknowledgement is invalid: " + reason),
        sequence);
  }

  /** The kind that has this code in its version. */
  static Optional<Refusal.Kind> kind(QName code) {
    Optional<RmVersion> version = RmVersion.of(code.getNamespaceURI());
    if (version.isPresent()) {
      for (Refusal.Kind kind : Refusal.Kind.values()) {
        if (text(kind).equals(code.getLocalPart())) {
          return Optional.of(kind);
        }
      }
    }
    return Optional.empty();
  }

  /** Its name in messages. */
  private static String text(Refusal.Kind kind) {
    return switch (kind) {
      case SEQUENCE_TERMINATED -> "SequenceTerminated";
      case UNKNOWN_SEQUENCE -> "UnknownSequence";
      case INVALID_ACKNOWLEDGEMENT -> "InvalidAcknowledgement";
      case MESSAGE_NUMBER_ROLLOVER -> "MessageNumberRollover";
      case LAST_MESSAGE_NUMBER_EXCEEDED -> "LastMessageNumberExceeded";
      case CREATE_SEQUENCE_REFUSED -> "CreateSequenceRefused";
      case SEQUENCE_CLOSED -> "SequenceClosed";
      case WSRM_REQUIRED -> "WSRMRequired";
    };
  }

  /** The qualified name of what is wrong. */
  public QName code() {
    return version.name(text(refusal.kind()));
  }

  /**
   * The action of the message that carries it: 1.1's own, in 1.0 that of WS-Addressing's faults.
   */
  public String action(AddressingVersion addressing) {
    return version == RmVersion.RM_1_1 ? version.namespace() + "/fault" : addressing.faultAction();
  }

  /**
   * As SOAP carries it. In SOAP 1.1 the answer to CreateSequence is a fault with that code; of all
   * others a header says the code.
   */
  public SoapFault soapFault() {
    List<String> details = details();
    boolean isOfCreation =
        refusal.kind() == Refusal.Kind.CREATE_SEQUENCE_REFUSED
            || refusal.kind() == Refusal.Kind.WSRM_REQUIRED;
    return new SoapFault(
        Code.SENDER,
        List.of(code()),
        refusal.reason(),
        details,
        isOfCreation ? Optional.empty() : Optional.of(header(details)),
        isOfCreation);
  }

  private List<String> details() {
    List<String> details = new ArrayList<>(2);
    if (refusal.kind() == Refusal.Kind.INVALID_ACKNOWLEDGEMENT && acknowledgement.isPresent()) {
      details.add(acknowledgement.get());
      return details;
    }
    sequence.ifPresent(
        id ->
            details.add(
                new ElementWriter().element(version.name("Identifier"), id.value()).toString()));
    if (refusal.kind() == Refusal.Kind.MESSAGE_NUMBER_ROLLOVER && version == RmVersion.RM_1_1) {
      details.add(
          new ElementWriter()
              .element(
                  version.name("MaxMessageNumber"), Long.toString(RmVersion.MAX_MESSAGE_NUMBER))
              .toString());
    }
    return details;
  }

  private String header(List<String> details) {
    ElementWriter out = new ElementWriter().start(version.name("SequenceFault"));
    out.start(version.name("FaultCode")).text(code()).end();
    if (version == RmVersion.RM_1_1 && !details.isEmpty()) {
      out.start(version.name("Detail"));
      details.forEach(out::xml);
      out.end();
    } else {
      details.forEach(out::xml);
    }
    return out.end().toString();
  }

  /** As a processor throws it. */
  public ProcessingException exception() {
    return new ProcessingException(
        soapFault(), version == RmVersion.RM_1_1 ? version.namespace() + "/fault" : "");
  }

  /**
   * What a received fault is of the protocol: by its code, which in SOAP 1.1 may be in the header.
   *
   * @return empty if it is another's
   * @throws ProcessingException if it names a sequence that is none
   */
  public static Optional<RmFault> of(SoapFault fault, RmHeaders headers)
      throws ProcessingException {
    for (QName code : fault.subcodes()) {
      Optional<Refusal.Kind> kind = kind(code);
      if (kind.isPresent()) {
        return Optional.of(
            new RmFault(
                RmVersion.of(code.getNamespaceURI()).orElseThrow(),
                new Refusal(kind.get(), fault.reason()),
                identifier(fault.detail()),
                Optional.empty()));
      }
    }
    return headers
        .fault()
        .map(
            said ->
                new RmFault(
                    said.version,
                    new Refusal(said.refusal.kind(), fault.reason()),
                    said.sequence,
                    said.acknowledgement));
  }

  private static Optional<SequenceId> identifier(List<String> details) throws ProcessingException {
    for (String detail : details) {
      ElementReader in = ElementReader.of(detail.getBytes(StandardCharsets.UTF_8));
      if (RmVersion.of(in.namespace()).isEmpty()) {
        continue;
      }
      if (in.localName().equals("Identifier")) {
        return Optional.of(RmElements.identifier(in, "Identifier"));
      }
      List<SequenceId> inner = new ArrayList<>(1);
      in.children(
          () -> {
            if (in.localName().equals("Identifier")) {
              inner.add(RmElements.identifier(in, "Identifier"));
            }
          });
      if (!inner.isEmpty()) {
        return Optional.of(inner.get(0));
      }
    }
    return Optional.empty();
  }
}
