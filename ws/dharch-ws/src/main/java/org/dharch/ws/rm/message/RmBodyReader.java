package org.dharch.ws.rm.message;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.dharch.core.text.Brief;
import org.dharch.ws.ProcessingException;
import org.dharch.ws.addressing.AddressingException;
import org.dharch.ws.addressing.AddressingVersion;
import org.dharch.ws.addressing.EndpointReference;
import org.dharch.ws.rm.IncompleteSequenceBehavior;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.soap.ElementReader;

/** Reads the body element of a protocol message. */
final class RmBodyReader {
  private final ElementReader in;
  private final AddressingVersion addressing;
  private final RmVersion version;
  private final String element;
  private final List<String> extensions = new ArrayList<>();
  private Optional<SequenceId> id = Optional.empty();
  private Optional<EndpointReference> endpoint = Optional.empty();
  private Optional<Duration> expires = Optional.empty();
  private Optional<RmBody.Offer> offer = Optional.empty();
  private Optional<EndpointReference> accepted = Optional.empty();
  private Optional<IncompleteSequenceBehavior> behavior = Optional.empty();
  private Optional<Long> last = Optional.empty();

  private RmBodyReader(ElementReader in, RmVersion version, AddressingVersion addressing) {
    this.in = in;
    this.version = version;
    this.addressing = addressing;
    this.element = in.localName();
  }

  /**
   * @param in at the start of the element
   * @param addressing the message's version of WS-Addressing
   */
  static RmBody read(ElementReader in, RmVersion version, AddressingVersion addressing)
      throws ProcessingException {
    RmMessageKind kind =
        RmMessageKind.of(version, in.localName())
            .filter(RmMessageKind::hasBody)
            .orElseThrow(
                () ->
                    RmElements.invalid(
                        version
                            + " does not define a message with wsrm:"
                            + in.localName()
                            + " in its body"));
    RmBodyReader reader = new RmBodyReader(in, version, addressing);
    in.children(reader::child);
    return reader.body(kind);
  }

  private void child() throws ProcessingException {
    if (!in.namespace().equals(version.namespace())) {
      if (extensions.size() == RmBody.MAX_EXTENSIONS) {
        throw RmElements.invalid(
            "wsrm:" + element + " must have at most " + RmBody.MAX_EXTENSIONS + " extensions");
      }
      extensions.add(in.xml());
      return;
    }
    switch (in.localName()) {
      case "Identifier" -> id = Optional.of(RmElements.identifier(in, element));
      case "AcksTo", "Endpoint" -> endpoint = Optional.of(reference());
      case "Expires" -> expires = RmElements.duration(in.text(), "Expires");
      case "Offer" -> offer = Optional.of(offer());
      case "Accept" -> in.children(this::acceptance);
      case "IncompleteSequenceBehavior" -> behavior = Optional.of(behavior(in.text()));
      case "LastMsgNumber" -> last = Optional.of(number());
      default -> {} // an extension of the protocol's namespace
    }
  }

  private EndpointReference reference() throws ProcessingException {
    try {
      return EndpointReference.read(in, addressing);
    } catch (AddressingException e) {
      throw new ProcessingException(e);
    }
  }

  private RmBody.Offer offer() throws ProcessingException {
    RmBodyReader inner = new RmBodyReader(in, version, addressing);
    in.children(inner::child);
    return new RmBody.Offer(inner.requiredId(), inner.endpoint, inner.expires, inner.behavior);
  }

  private void acceptance() throws ProcessingException {
    if (in.is(version.name("AcksTo"))) {
      accepted = Optional.of(reference());
    }
  }

  private static IncompleteSequenceBehavior behavior(String text) throws ProcessingException {
    for (IncompleteSequenceBehavior behavior : IncompleteSequenceBehavior.values()) {
      if (behavior.text().equals(text)) {
        return behavior;
      }
    }
    throw RmElements.invalid(
        "wsrm:IncompleteSequenceBehavior '"
            + Brief.of(text)
            + "' must be DiscardEntireSequence, DiscardFollowingFirstGap or"
            + " NoDiscard");
  }

  private long number() throws ProcessingException {
    Optional<Long> number = RmElements.number(in.text(), "LastMsgNumber");
    if (number.isEmpty()) {
      throw RmElements.invalid(
          "wsrm:LastMsgNumber must be at most " + RmVersion.MAX_MESSAGE_NUMBER);
    }
    return number.get();
  }

  private SequenceId requiredId() throws ProcessingException {
    return id.orElseThrow(() -> RmElements.invalid("wsrm:" + element + " must have Identifier"));
  }

  private RmBody body(RmMessageKind kind) throws ProcessingException {
    return switch (kind) {
      case CREATE_SEQUENCE ->
          new RmBody.CreateSequence(
              version,
              endpoint.orElseThrow(
                  () -> RmElements.invalid("wsrm:CreateSequence must have AcksTo")),
              expires,
              offer,
              extensions);
      case CREATE_SEQUENCE_RESPONSE ->
          new RmBody.CreateSequenceResponse(version, requiredId(), expires, behavior, accepted);
      case CLOSE_SEQUENCE -> new RmBody.CloseSequence(version, requiredId(), last);
      case CLOSE_SEQUENCE_RESPONSE -> new RmBody.CloseSequenceResponse(version, requiredId());
      case TERMINATE_SEQUENCE -> new RmBody.TerminateSequence(version, requiredId(), last);
      case TERMINATE_SEQUENCE_RESPONSE ->
          new RmBody.TerminateSequenceResponse(version, requiredId());
      case LAST_MESSAGE, SEQUENCE_ACKNOWLEDGEMENT, ACK_REQUESTED ->
          throw new IllegalArgumentException(kind + " has no body");
    };
  }
}
