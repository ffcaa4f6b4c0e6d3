package org.dharch.ws.addressing;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.apache.xmlbeans.XmlObject;
import org.dharch.ws.soap.ElementReader;
import org.dharch.ws.soap.ElementWriter;

/**
 * The message addressing properties of one message. Immutable.
 *
 * @param references the reference parameters of the target endpoint. In a received message: the
 *     blocks marked as such, which 2004/08 does not support.
 */
public record AddressingHeaders(
    AddressingVersion version,
    Optional<String> to,
    String action,
    Optional<String> messageId,
    List<RelatesTo> relatesTo,
    Optional<EndpointReference> from,
    Optional<EndpointReference> replyTo,
    Optional<EndpointReference> faultTo,
    List<String> references) {
  /** The maximum length of an IRI in a header, in characters. */
  public static final int MAX_IRI = 2_048;

  /** The maximum number of RelatesTo headers, and of reference parameters, in one message. */
  public static final int MAX_REPEATED = 64;

  public AddressingHeaders {
    Objects.requireNonNull(version, "version");
    Objects.requireNonNull(to, "to");
    Objects.requireNonNull(action, "action");
    Objects.requireNonNull(messageId, "messageId");
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(replyTo, "replyTo");
    Objects.requireNonNull(faultTo, "faultTo");
    relatesTo = List.copyOf(relatesTo);
    references = List.copyOf(references);
  }

  /**
   * Reads the headers of a UTF-8 envelope; parses only its header. If both versions are present,
   * the later one that has an action is used. Header blocks for other roles are ignored.
   *
   * @return empty if endpoint are none
   * @throws AddressingException if a header is missing, duplicate or invalid
   * @throws org.dharch.core.message.MalformedMessageException if the document is not a SOAP
   *     envelope up to its body
   */
  public static Optional<AddressingHeaders> read(byte[] envelope) throws AddressingException {
    return AddressingReader.read(ElementReader.of(envelope));
  }

  /** Reads the headers of a tree. */
  public static Optional<AddressingHeaders> read(XmlObject envelope) throws AddressingException {
    return AddressingReader.read(ElementReader.of(envelope));
  }

  /** Creates headers for a message to an endpoint: its address and reference parameters. */
  public static AddressingHeaders to(EndpointReference target, String action, String messageId) {
    return to(target.version(), target.address(), target.headers(), action, messageId);
  }

  /** Creates headers for a message to a stored endpoint. */
  public static AddressingHeaders to(
      AddressingVersion version,
      String address,
      List<String> references,
      String action,
      String messageId) {
    return new AddressingHeaders(
        version,
        Optional.of(address),
        action,
        Optional.of(messageId),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        references);
  }

  /** Returns a copy with these endpoints for responses. */
  public AddressingHeaders withEndpoints(
      EndpointReference source, EndpointReference reply, EndpointReference fault) {
    return new AddressingHeaders(
        version,
        to,
        action,
        messageId,
        relatesTo,
        Optional.of(source),
        Optional.of(reply),
        Optional.of(fault),
        references);
  }

  /** Returns a copy that directs replies and faults to this endpoint. */
  public AddressingHeaders withReplyTo(EndpointReference reply) {
    return new AddressingHeaders(
        version, to, action, messageId, relatesTo, from, Optional.of(reply), faultTo, references);
  }

  /** Returns a copy that relates to another message. */
  public AddressingHeaders withRelatesTo(RelatesTo other) {
    List<RelatesTo> more = new ArrayList<>(relatesTo);
    more.add(other);
    return new AddressingHeaders(
        version, to, action, messageId, more, from, replyTo, faultTo, references);
  }

  /**
   * Returns the target of the reply. The default in 2005/08 is the anonymous address (the
   * back-channel). In 2004/08 it is From, otherwise the anonymous address, or "none" for a one-way
   * message.
   *
   * @param isOneWay whether the message expects no reply
   */
  public EndpointReference replyTarget(boolean isOneWay) {
    if (replyTo.isPresent()) {
      return replyTo.get();
    }
    if (version == AddressingVersion.WSA_2005_08) {
      return EndpointReference.anonymous(version);
    }
    return from.orElse(
        isOneWay ? EndpointReference.none(version) : EndpointReference.anonymous(version));
  }

  /** Returns the target of faults: FaultTo, otherwise the target of the reply. */
  public EndpointReference faultTarget(boolean isOneWay) {
    return faultTo.orElseGet(() -> replyTarget(isOneWay));
  }

  /**
   * Creates the headers of a response to this message.
   *
   * @param target {@link #replyTarget} or {@link #faultTarget}
   */
  public AddressingHeaders response(EndpointReference target, String action, String newMessageId) {
    EndpointReference endpoint =
        target.version() == version
            ? target
            : new EndpointReference(
                version,
                target.isAnonymous() && !target.isFetching()
                    ? version.anonymous()
                    : target.address(),
                target.referenceProperties(),
                target.referenceParameters(),
                Optional.empty(),
                List.of());
    return to(endpoint, action, newMessageId)
        .withRelatesTo(RelatesTo.reply(version, messageId.orElse(version.unspecified())));
  }

  /**
   * Returns the message id for a reply.
   *
   * @throws AddressingException if the message has none
   */
  public String requiredMessageId() throws AddressingException {
    if (messageId.isEmpty()) {
      throw new AddressingException(AddressingFault.required(version, "MessageID"));
    }
    return messageId.get();
  }

  /** Writes self-contained header blocks. */
  public List<String> write() {
    List<String> blocks = new ArrayList<>(8);
    to.ifPresent(iri -> blocks.add(text("To", iri)));
    blocks.add(text("Action", action));
    messageId.ifPresent(id -> blocks.add(text("MessageID", id)));
    relatesTo.forEach(other -> blocks.add(relation(other)));
    from.ifPresent(epr -> blocks.add(epr.write(version.name("From"))));
    replyTo.ifPresent(epr -> blocks.add(epr.write(version.name("ReplyTo"))));
    faultTo.ifPresent(epr -> blocks.add(epr.write(version.name("FaultTo"))));
    blocks.addAll(references);
    return blocks;
  }

  private String text(String name, String value) {
    return new ElementWriter().element(version.name(name), value).toString();
  }

  private String relation(RelatesTo other) {
    ElementWriter out = new ElementWriter().start(version.name("RelatesTo"));
    if (!other.type().equals(version.reply())) {
      if (version == AddressingVersion.WSA_2005_08) {
        out.attribute("RelationshipType", other.type());
      } else {
        QName type = QName.valueOf(other.type());
        boolean isStandard = type.getNamespaceURI().isEmpty();
        out.declare("t", isStandard ? version.namespace() : type.getNamespaceURI());
        out.attribute("RelationshipType", "t:" + type.getLocalPart());
      }
    }
    return out.text(other.messageId()).end().toString();
  }
}
