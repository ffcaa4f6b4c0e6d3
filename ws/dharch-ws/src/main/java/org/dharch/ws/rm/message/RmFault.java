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
 * A fault of the protocol (1.1 and 1.0, section 4). Immutable.
 *
 * @param sequence the affected sequence
 * @param acknowledgement the invalid SequenceAcknowledgement, if there is one
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

  /** Creates the fault for a refusal of a state machine. */
  public static RmFault of(RmVersion version, Refusal refusal, SequenceId sequence) {
    return new RmFault(version, refusal, Optional.of(sequence), Optional.empty());
  }

  public static RmFault createRefused(RmVersion version, String reason) {
    return new RmFault(
        version,
        new Refusal(Refusal.Kind.CREATE_SEQUENCE_REFUSED, reason),
        Optional.empty(),
        Optional.empty());
  }

  /** For a message outside a sequence, if the endpoint requires one (1.1). */
  public static RmFault required() {
    return new RmFault(
        RmVersion.RM_1_1,
        new Refusal(
            Refusal.Kind.WSRM_REQUIRED, "this endpoint accepts only messages of a sequence"),
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

  /** Returns the kind with this code in any version. */
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

  public QName code() {
    return version.name(text(refusal.kind()));
  }

  /** Returns the action of the fault message. */
  public String action(AddressingVersion addressing) {
    return version == RmVersion.RM_1_1 ? version.namespace() + "/fault" : addressing.faultAction();
  }

  /**
   * Converts to a SOAP fault. In SOAP 1.1, the code is in a header, except for faults of
   * CreateSequence.
   */
  public SoapFault soapFault() {
    List<String> details = details();
    boolean hasOwnCode =
        refusal.kind() == Refusal.Kind.CREATE_SEQUENCE_REFUSED
            || refusal.kind() == Refusal.Kind.WSRM_REQUIRED;
    return new SoapFault(
        Code.SENDER,
        List.of(code()),
        refusal.reason(),
        details,
        hasOwnCode ? Optional.empty() : Optional.of(header(details)),
        hasOwnCode);
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

  /** Converts to an exception for processors. */
  public ProcessingException exception() {
    return new ProcessingException(
        soapFault(), version == RmVersion.RM_1_1 ? version.namespace() + "/fault" : "");
  }

  /**
   * Interprets a received fault by its code, in SOAP 1.1 also by its header.
   *
   * @return empty if it is not a fault of the protocol
   * @throws ProcessingException if its sequence identifier is invalid
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
            header ->
                new RmFault(
                    header.version,
                    new Refusal(header.refusal.kind(), fault.reason()),
                    header.sequence,
                    header.acknowledgement));
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
