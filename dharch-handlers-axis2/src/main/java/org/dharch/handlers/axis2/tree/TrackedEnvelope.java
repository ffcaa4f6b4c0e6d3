package org.dharch.handlers.axis2.tree;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import org.apache.axiom.om.NodeUnavailableException;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMException;
import org.apache.axiom.om.OMNamespace;
import org.apache.axiom.om.OMNode;
import org.apache.axiom.om.OMText;
import org.apache.axiom.om.OMXMLBuilderFactory;
import org.apache.axiom.soap.SOAPBody;
import org.apache.axiom.soap.SOAPEnvelope;
import org.dharch.api.Changes;
import org.dharch.api.HandlerMessage;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.Part;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.envelope.EnvelopeDiff;
import org.dharch.core.spi.FormHandler.Form;
import org.dharch.core.spi.FormHandler.Forms;
import org.dharch.core.text.OneLine;

/**
 * A deferred Axiom tree of an envelope that finds changes afterwards at the least cost. The header
 * is built at once, for its blocks' flags; the body only if the handler reads it. Afterwards, from
 * cheap to expensive:
 *
 * <ol>
 *   <li>the parser did not read past the body's start tag, and the header's blocks are unchanged:
 *       nothing was changed, nothing is serialized;
 *   <li>the body was not read, and the header has new blocks after the existing ones: only they
 *       have changed;
 *   <li>the body was not read, but the header has other changes: two envelopes with empty bodies
 *       are compared, and the body is neither parsed nor copied;
 *   <li>the body was read, and is compared with its transcript ({@link TreeDiff}): only the
 *       elements that differ are serialized, each by itself; the header as before;
 *   <li>otherwise the whole is serialized and compared.
 * </ol>
 *
 * <p>A tree that equals its message, or will when its changes are merged, can be passed to the next
 * handler ({@link #isReusable}), which then needs no tree of its own.
 */
public final class TrackedEnvelope implements Form {
  private final EnvelopeReader reader;
  private final SOAPEnvelope envelope;
  private final SOAPBody body;
  private final ElementXml bodyStart;
  private byte[] bytes;
  private EnvelopeHead head;

  /** The body's current content, if it differs from the parsed one. */
  private Optional<Transcript> changedBody = Optional.empty();

  /** Whether the tree was parsed from {@link #bytes}, and not from earlier ones. */
  private boolean parsedFromBytes = true;

  /** Whether the tree equals the message after the merge of the collected changes. */
  private boolean asMerged;

  private boolean bodyChanged;

  /**
   * Starts to read {@code bytes}.
   *
   * @throws MalformedMessageException if they do not start as a SOAP envelope
   */
  public TrackedEnvelope(byte[] bytes, Set<HeaderRef> processed) {
    this.bytes = bytes;
    try {
      reader = new EnvelopeReader(bytes);
      envelope = OMXMLBuilderFactory.createStAXSOAPModelBuilder(reader).getSOAPEnvelope();
      EnvelopeHead.mark(envelope, processed);
      body = envelope.getBody();
      if (body == null) {
        throw new MalformedMessageException("a SOAP envelope must have a Body");
      }
      head = EnvelopeHead.of(envelope);
      bodyStart = ElementXml.start(body);
    } catch (XMLStreamException | OMException e) {
      throw new MalformedMessageException("not a SOAP envelope: " + OneLine.of(e), e);
    }
  }

  /** Returns the tree of {@code message} that a previous handler has left, or a new one. */
  public static TrackedEnvelope of(HandlerMessage message, Forms forms) {
    return forms
        .take(TrackedEnvelope.class)
        .filter(left -> left.bytes == message.envelope() && left.reuse())
        .orElseGet(() -> new TrackedEnvelope(message.envelope(), message.processed()));
  }

  /** Loads classes that would otherwise delay the first message. */
  public static void warmUp() {
    String soap = "http://schemas.xmlsoap.org/soap/envelope/";
    String text =
        "<s:Envelope xmlns:s='"
            + soap
            + "'><s:Header><a:a xmlns:a='urn:a'/></s:Header><s:Body><b/></s:Body></s:Envelope>";
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    try {
      TrackedEnvelope tracked = new TrackedEnvelope(bytes, Set.of());
      tracked.envelope().getHeader().getFirstElement().setText("t");
      tracked.collect(tracked.envelope(), Limits.DEFAULT, Changes.builder());
    } catch (XMLStreamException e) {
      throw new MalformedMessageException("the XML libraries failed: " + OneLine.of(e), e);
    }
  }

  public SOAPEnvelope envelope() {
    return envelope;
  }

  /** Whether anything inside the body has been parsed. */
  boolean bodyEntered() {
    return reader.bodyEntered();
  }

  /** Collects the changes of the envelope, now {@code now}. */
  public void collect(SOAPEnvelope now, Limits limits, Changes.Builder changes)
      throws XMLStreamException {
    if (now == null) {
      throw new MalformedMessageException("the handler must not remove the envelope");
    }
    asMerged = false;
    try {
      EnvelopeHead.Now nowHead = head.now(now);
      Optional<Changes> parts = now == envelope ? parts(nowHead, limits) : Optional.empty();
      changes.addAll(
          parts.isPresent()
              ? parts.get()
              : EnvelopeDiff.between(bytes, EnvelopeWriter.whole(now), limits));
      nowHead.collectProcessed(changes);
    } catch (NodeUnavailableException e) {
      throw consumed(e);
    }
  }

  /** Changes cannot be found in a tree that has been consumed. */
  private static DHArchException consumed(Exception cause) {
    return new DHArchException(
        "the handler must not consume its message (getXMLStreamReaderWithoutCaching,"
            + " serializeAndConsume, or close before build), because its changes cannot be found;"
            + " call build() first, or use getXMLStreamReader and serialize",
        cause);
  }

  /** The changed parts; empty if only a full comparison finds them. */
  private Optional<Changes> parts(EnvelopeHead.Now now, Limits limits) throws XMLStreamException {
    if (!now.hasSameStart()) {
      return Optional.empty(); // text may use a prefix that is declared there
    }
    Changes.Builder changes = Changes.builder();
    boolean exact = true;
    bodyChanged = false;
    if (!bodyUnread()) {
      SOAPBody nowBody = envelope.getBody();
      if (!reader.isBodyRead() && nowBody != null) {
        if (reader.isClosed() && !nowBody.isComplete()) {
          throw consumed(null);
        }
        nowBody.build(); // visits every element, even of a built tree
      }
      if (!reader.isBodyRead() || nowBody == null) {
        return Optional.empty();
      }
      for (OMNode next = nowBody.getNextOMSibling(); next != null; next = next.getNextOMSibling()) {
        boolean blank = next instanceof OMText text && text.getText().isBlank();
        if (!blank && NodeKind.of(next) != NodeKind.COMMENT) {
          return Optional.empty();
        }
        exact &= blank;
      }
      TreeDiff diff = TreeDiff.of(changedBody.orElseGet(reader::body), nowBody);
      if (!diff.isKnown()) {
        return Optional.empty();
      }
      bodyChanged = !diff.isSame();
      exact &= diff.isExact() && nowBody == body;
      for (OMElement element : diff.changed()) {
        byte[] written = EnvelopeWriter.inPlace(element);
        int declarations =
            EnvelopeDiff.checkElement(written, around(element), depth(element), limits);
        exact =
            exact
                && Transcript.of(element).filter(t -> t.declarations() == declarations).isPresent();
        changes.replace(Part.element(path(element)), written);
      }
    }
    if (!now.isSame()) {
      Optional<List<byte[]>> added = now.added();
      if (added.isPresent()) {
        changes.addAll(EnvelopeDiff.addedHeaders(now.before(), added.get(), limits));
      } else if (parsedFromBytes && !now.rebindsInHeader()) {
        exact = false;
        changes.addAll(
            EnvelopeDiff.between(
                reader.withoutBody(), EnvelopeWriter.withoutBody(envelope), limits));
      } else {
        return Optional.empty();
      }
    }
    Changes found = changes.build();
    if (bodyChanged && EnvelopeDiff.maySign(found)) {
      return Optional.empty();
    }
    asMerged = exact && now.isAsMerged() && (reader.isBodyRead() || !reader.isClosed());
    return Optional.of(found);
  }

  private boolean bodyUnread() {
    return !reader.bodyEntered()
        && envelope.getBody() == body
        && !body.isComplete()
        && ElementXml.start(body).equals(bodyStart)
        && !reader.bodyEntered();
  }

  private static Map<String, String> around(OMElement element) {
    Map<String, String> around = new HashMap<>();
    Iterator<OMNamespace> declared = ((OMElement) element.getParent()).getNamespacesInScope();
    declared.forEachRemaining(n -> around.put(n.getPrefix(), n.getNamespaceURI()));
    return around;
  }

  private int depth(OMElement element) {
    int depth = 1;
    for (OMElement e = element; e != envelope; e = (OMElement) e.getParent()) {
      depth++;
    }
    return depth - 1;
  }

  private List<Part.Step> path(OMElement element) {
    Deque<Part.Step> path = new ArrayDeque<>();
    for (OMElement e = element; e.getParent() != envelope; e = (OMElement) e.getParent()) {
      QName name = e.getQName();
      int before = 0;
      for (OMNode n = e.getPreviousOMSibling(); n != null; n = n.getPreviousOMSibling()) {
        before += n instanceof OMElement other && other.hasName(name) ? 1 : 0;
      }
      path.push(new Part.Step(name, before));
    }
    return List.copyOf(path);
  }

  /**
   * Whether the tree equals the message after the merge of the collected changes, or the unchanged
   * message if there are none.
   */
  public boolean isReusable() {
    return asMerged;
  }

  @Override
  public boolean becomes(byte[] merged, Set<HeaderRef> processed) {
    if (!asMerged || !EnvelopeHead.marked(envelope).equals(processed)) {
      return false;
    }
    bytes = merged;
    parsedFromBytes = false;
    return true;
  }

  /** Prepares the tree for another handler; false if it cannot be reused. */
  private boolean reuse() {
    if (!parsedFromBytes) {
      head = EnvelopeHead.of(envelope);
    }
    if (bodyChanged) {
      changedBody = Transcript.of(body);
      bodyChanged = false;
      return changedBody.isPresent();
    }
    return true;
  }
}
