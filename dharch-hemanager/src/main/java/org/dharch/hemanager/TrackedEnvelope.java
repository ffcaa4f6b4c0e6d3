package org.dharch.hemanager;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMException;
import org.apache.axiom.om.OMNode;
import org.apache.axiom.om.OMText;
import org.apache.axiom.om.OMXMLBuilderFactory;
import org.apache.axiom.soap.SOAPBody;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axiom.soap.SOAPHeader;
import org.apache.axiom.soap.SOAPHeaderBlock;
import org.dharch.api.Changes;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.Part;
import org.dharch.core.message.EnvelopeDiff;
import org.dharch.core.message.MalformedMessageException;

/**
 * An envelope as a deferred Axiom tree that finds out afterwards what was changed in it, at the
 * least cost. The header is built at once, for its blocks' flags; the body only if the handler
 * looks inside. Afterwards, from cheap to dear:
 *
 * <ol>
 *   <li>the parser was not asked for anything behind the body's start tag, and the header's blocks
 *       are what they were: nothing was changed, nothing is serialized;
 *   <li>the body was not read, and the header has new blocks behind those it had: they alone are
 *       what was changed;
 *   <li>the body was not read, but the header is different otherwise: two envelopes with empty
 *       bodies are compared, and the body is neither parsed nor copied;
 *   <li>the body was read, but still says what was parsed: as before;
 *   <li>otherwise the whole is serialized and compared.
 * </ol>
 */
final class TrackedEnvelope {
  private record Block(HeaderRef ref, boolean processed) {}

  private final byte[] bytes;
  private final EnvelopeReader reader;
  private final SOAPEnvelope envelope;
  private final SOAPBody body;
  private final ElementXml start;
  private final ElementXml bodyStart;
  private final List<Block> blocks = new ArrayList<>();
  private final List<ElementXml> header;

  /**
   * Begins to read {@code bytes}.
   *
   * @throws MalformedMessageException if they do not begin as a SOAP envelope does
   */
  TrackedEnvelope(byte[] bytes, Set<HeaderRef> processed) {
    this.bytes = bytes;
    try {
      reader = new EnvelopeReader(bytes);
      envelope = OMXMLBuilderFactory.createStAXSOAPModelBuilder(reader).getSOAPEnvelope();
      start = ElementXml.start(envelope);
      header = headerXml(envelope.getHeader());
      eachBlock(
          envelope.getHeader(),
          (ref, block) -> {
            if (processed.contains(ref)) {
              block.setProcessed();
            }
            blocks.add(new Block(ref, block.isProcessed()));
          });
      body = envelope.getBody();
      if (body == null) {
        throw new MalformedMessageException("a SOAP envelope without a Body");
      }
      bodyStart = ElementXml.start(body);
    } catch (XMLStreamException | OMException e) {
      throw new MalformedMessageException("not a SOAP envelope: " + OneLine.of(e), e);
    }
  }

  /** Loads what the first message would wait for. */
  static void warmUp() {
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
      throw new MalformedMessageException("the XML libraries do not work: " + OneLine.of(e), e);
    }
  }

  SOAPEnvelope envelope() {
    return envelope;
  }

  /** Whether anything inside the body has been parsed. */
  boolean bodyEntered() {
    return reader.bodyEntered();
  }

  /** What became of the envelope, which is {@code now}. */
  void collect(SOAPEnvelope now, Limits limits, Changes.Builder changes) throws XMLStreamException {
    if (now == null) {
      throw new MalformedMessageException("the handler left no envelope");
    }
    if (now != envelope || !(bodyUnread(now) || bodySame(now))) {
      changes.addAll(EnvelopeDiff.between(bytes, EnvelopeWriter.whole(now), limits));
    } else {
      collectHeader(now, limits, changes);
    }
    collectProcessed(now, changes);
  }

  /** What was changed before the body's start tag. */
  private void collectHeader(SOAPEnvelope now, Limits limits, Changes.Builder changes)
      throws XMLStreamException {
    List<ElementXml> xml = headerXml(now.getHeader());
    boolean sameStart = ElementXml.start(now).equals(start);
    if (sameStart && xml.equals(header)) {
      return;
    }
    if (sameStart && onlyAdded(xml, now.getHeader())) {
      int before = Math.max(0, header.size() - 1); // less the header's own start tag
      Optional<List<byte[]>> added = bytes(xml.subList(before + 1, xml.size()));
      if (added.isPresent()) {
        changes.addAll(EnvelopeDiff.addedHeaders(before, added.get(), limits));
        return;
      }
    }
    changes.addAll(
        EnvelopeDiff.between(reader.withoutBody(), EnvelopeWriter.withoutBody(now), limits));
  }

  /**
   * Whether there are only new blocks behind those that were there, which mean the same wherever
   * they stand in this envelope.
   */
  private boolean onlyAdded(List<ElementXml> xml, SOAPHeader now) {
    if (xml.size() <= header.size() || now.getDefaultNamespace() != null) {
      return false;
    }
    if (!header.isEmpty()) {
      return xml.subList(0, header.size()).equals(header);
    }
    return !now.getAllAttributes().hasNext() && !now.getAllDeclaredNamespaces().hasNext();
  }

  private static Optional<List<byte[]>> bytes(List<ElementXml> blocks) {
    List<byte[]> bytes = new ArrayList<>(blocks.size());
    for (ElementXml block : blocks) {
      Optional<byte[]> exact = block.bytes();
      if (exact.isEmpty()) {
        return Optional.empty();
      }
      bytes.add(exact.get());
    }
    return Optional.of(bytes);
  }

  private boolean bodyUnread(SOAPEnvelope now) {
    return !reader.bodyEntered()
        && now.getBody() == body
        && !body.isComplete()
        && ElementXml.start(body).equals(bodyStart)
        && !reader.bodyEntered();
  }

  /** Whether the body is what was parsed, and nothing stands behind it. */
  private boolean bodySame(SOAPEnvelope now) {
    SOAPBody nowBody = now.getBody();
    if (nowBody == null || !reader.body().says(nowBody)) {
      return false;
    }
    for (OMNode next = nowBody.getNextOMSibling(); next != null; next = next.getNextOMSibling()) {
      if (!(next instanceof OMText text && text.getText().isBlank())) {
        return false;
      }
    }
    return true;
  }

  /**
   * Which blocks are marked as processed that were not, or that say something else now. A block
   * stands for the one in whose place the message gets it: of those of its name that are not
   * removed, the one of the same number.
   */
  private void collectProcessed(SOAPEnvelope now, Changes.Builder changes) {
    SOAPHeader nowHeader = now.getHeader();
    if (blocks.isEmpty() || !anyProcessed(nowHeader)) {
      return;
    }
    Changes found = changes.build();
    Map<QName, List<Block>> left = new HashMap<>();
    for (Block block : blocks) {
      if (!found.removedHeaders().contains(block.ref())) {
        left.computeIfAbsent(block.ref().name(), name -> new ArrayList<>()).add(block);
      }
    }
    eachBlock(
        nowHeader,
        (ref, block) -> {
          List<Block> named = left.getOrDefault(ref.name(), List.of());
          if (block.isProcessed() && ref.occurrence() < named.size()) {
            Block before = named.get(ref.occurrence());
            boolean other = found.replaced().containsKey(new Part.Header(before.ref()));
            if (other || !before.processed()) {
              changes.processed(before.ref());
            }
          }
        });
  }

  private static boolean anyProcessed(SOAPHeader header) {
    for (OMNode child = first(header); child != null; child = child.getNextOMSibling()) {
      if (child instanceof SOAPHeaderBlock block && block.isProcessed()) {
        return true;
      }
    }
    return false;
  }

  private interface BlockVisitor {
    void visit(HeaderRef ref, SOAPHeaderBlock block);
  }

  private static void eachBlock(SOAPHeader header, BlockVisitor visitor) {
    Map<QName, Integer> occurrences = new HashMap<>();
    for (OMNode child = first(header); child != null; child = child.getNextOMSibling()) {
      if (child instanceof SOAPHeaderBlock block) {
        QName name = block.getQName();
        visitor.visit(new HeaderRef(name, occurrences.merge(name, 1, Integer::sum) - 1), block);
      }
    }
  }

  /** Each block of {@code header}, after the start tag of the header itself. */
  private static List<ElementXml> headerXml(SOAPHeader header) {
    List<ElementXml> xml = new ArrayList<>();
    if (header != null) {
      xml.add(ElementXml.start(header));
    }
    for (OMNode child = first(header); child != null; child = child.getNextOMSibling()) {
      if (child instanceof OMElement element) {
        xml.add(ElementXml.whole(element));
      }
    }
    return xml;
  }

  private static OMNode first(SOAPHeader header) {
    return header == null ? null : header.getFirstOMChild();
  }
}
