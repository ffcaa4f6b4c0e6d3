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
 * @param references the header blocks that are reference parameters of the endpoint that the
 *     message is for. Of a message that was read, those that say so: in 2004/08 none does.
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
  /** The longest IRI in a header, in characters. */
  public static final int MAX_IRI = 2_048;

  /** The most RelatesTo, and the most reference parameters, of one message. */
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
   * Those of an envelope, in UTF-8, of which no more than the header is read. If both versions are
   * there, the later counts if it has an action. Header blocks for other roles do not count.
   *
   * @return empty if there are none
   * @throws AddressingException if one is missing, twice there, or not as it may be
   * @throws org.dharch.core.message.MalformedMessageException if it is no SOAP envelope up to its
   *     body
   */
  public static Optional<AddressingHeaders> read(byte[] envelope) throws AddressingException {
    return AddressingReader.read(ElementReader.of(envelope));
  }

  /** The same, of a tree. */
  public static Optional<AddressingHeaders> read(XmlObject envelope) throws AddressingException {
    return AddressingReader.read(ElementReader.of(envelope));
  }

  /** A message to an endpoint: its address, with its reference properties and parameters. */
  public static AddressingHeaders to(EndpointReference target, String action, String messageId) {
    return to(target.version(), target.address(), target.headers(), action, messageId);
  }

  /** The same, of what has been kept of an endpoint. */
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

  /** The same with these endpoints for what comes back. */
  public AddressingHeaders answeredTo(
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

  /** The same with replies, and faults, to this endpoint. */
  public AddressingHeaders answeredTo(EndpointReference reply) {
    return new AddressingHeaders(
        version, to, action, messageId, relatesTo, from, Optional.of(reply), faultTo, references);
  }

  /** The same, about another message. */
  public AddressingHeaders about(RelatesTo other) {
    List<RelatesTo> more = new ArrayList<>(relatesTo);
    more.add(other);
    return new AddressingHeaders(
        version, to, action, messageId, more, from, replyTo, faultTo, references);
  }

  /**
   * Where the reply goes. Without ReplyTo that is nobody's address, the back-channel; in 2004/08 it
   * is the sender's, and nowhere if he named none and waits for no reply.
   *
   * @param isOneWay whether the message is one that has no reply
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

  /** Where faults go: to FaultTo, else where the reply goes. */
  public EndpointReference faultTarget(boolean isOneWay) {
    return faultTo.orElseGet(() -> replyTarget(isOneWay));
  }

  /**
   * The headers of what is sent back: to that target, in relation to this message.
   *
   * @param target {@link #replyTarget} or {@link #faultTarget}
   */
  public AddressingHeaders back(EndpointReference target, String action, String newMessageId) {
    EndpointReference there =
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
    return to(there, action, newMessageId)
        .about(RelatesTo.reply(version, messageId.orElse(version.unspecified())));
  }

  /**
   * The id to which a reply can refer.
   *
   * @throws AddressingException if the message has none
   */
  public String requiredMessageId() throws AddressingException {
    if (messageId.isEmpty()) {
      throw new AddressingException(AddressingFault.required(version, "MessageID"));
    }
    return messageId.get();
  }

  /** As header blocks that each stand alone. */
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
        boolean isOwn = type.getNamespaceURI().isEmpty();
        out.declare("t", isOwn ? version.namespace() : type.getNamespaceURI());
        out.attribute("RelationshipType", "t:" + type.getLocalPart());
      }
    }
    return out.text(other.messageId()).end().toString();
  }
}
