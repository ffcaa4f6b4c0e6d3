package org.dharch.handlers.axis2.tree;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMComment;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMNamespace;
import org.apache.axiom.om.OMNode;
import org.apache.axiom.om.OMProcessingInstruction;
import org.apache.axiom.om.OMText;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axiom.soap.SOAPHeader;
import org.apache.axiom.soap.SOAPHeaderBlock;
import org.dharch.api.Changes;
import org.dharch.api.HeaderRef;
import org.dharch.api.Part;

/** A record of an envelope's content before its body, to find changes afterwards. */
final class EnvelopeHead {
  private record Block(HeaderRef ref, boolean processed) {}

  private final ElementXml start;
  private final List<ElementXml> header;
  private final List<Block> blocks = new ArrayList<>();
  private final String otherContent;

  private EnvelopeHead(SOAPEnvelope envelope) {
    start = ElementXml.start(envelope);
    header = xml(envelope.getHeader());
    eachBlock(
        envelope.getHeader(), (ref, block) -> blocks.add(new Block(ref, block.isProcessed())));
    otherContent = otherContent(envelope);
  }

  /** Records {@code envelope}; builds the start tag of its body. */
  static EnvelopeHead of(SOAPEnvelope envelope) {
    return new EnvelopeHead(envelope);
  }

  /** Marks these blocks of {@code envelope} as processed. */
  static void mark(SOAPEnvelope envelope, Set<HeaderRef> processed) {
    eachBlock(
        envelope.getHeader(),
        (ref, block) -> {
          if (processed.contains(ref)) {
            block.setProcessed();
          }
        });
  }

  /** The marked blocks of {@code envelope}. */
  static Set<HeaderRef> marked(SOAPEnvelope envelope) {
    Set<HeaderRef> marked = new HashSet<>();
    eachBlock(
        envelope.getHeader(),
        (ref, block) -> {
          if (block.isProcessed()) {
            marked.add(ref);
          }
        });
    return marked;
  }

  /** Compares with the current state, once. */
  Now now(SOAPEnvelope envelope) {
    return new Now(envelope);
  }

  final class Now {
    private final SOAPEnvelope envelope;
    private final boolean sameStart;
    private final List<ElementXml> xml;

    private Now(SOAPEnvelope envelope) {
      this.envelope = envelope;
      this.sameStart = ElementXml.start(envelope).equals(start);
      this.xml = xml(envelope.getHeader());
    }

    /** Whether the start tag of the envelope is unchanged. */
    boolean hasSameStart() {
      return sameStart;
    }

    /**
     * Whether an element of the header binds a prefix of the envelope to another namespace. Axiom
     * then writes {@code xsi:type} in the header alone with other bindings than in the envelope.
     */
    boolean rebindsInHeader() {
      SOAPHeader nowHeader = envelope.getHeader();
      if (nowHeader == null) {
        return false;
      }
      Iterator<? extends OMNode> inside = nowHeader.getDescendants(true);
      while (inside.hasNext()) {
        if (inside.next() instanceof OMElement element && rebinds(element)) {
          return true;
        }
      }
      return false;
    }

    private boolean rebinds(OMElement element) {
      Iterator<OMNamespace> declared = element.getAllDeclaredNamespaces();
      while (declared.hasNext()) {
        OMNamespace namespace = declared.next();
        OMNamespace around =
            namespace.getPrefix().isEmpty()
                ? null
                : envelope.findNamespaceURI(namespace.getPrefix());
        if (around != null && !around.equals(namespace)) {
          return true;
        }
      }
      return false;
    }

    boolean isSame() {
      return sameStart && xml.equals(header);
    }

    /**
     * The bytes of appended blocks, which mean the same at any place in this envelope; empty if
     * there are other changes.
     */
    Optional<List<byte[]>> added() {
      if (!sameStart || xml.size() <= header.size() || !beginsSame(envelope.getHeader())) {
        return Optional.empty();
      }
      List<byte[]> added = new ArrayList<>();
      for (ElementXml block : news()) {
        Optional<byte[]> exact = block.bytes();
        if (exact.isEmpty()) {
          return Optional.empty();
        }
        added.add(exact.get());
      }
      return Optional.of(added);
    }

    int before() {
      return Math.max(0, header.size() - 1); // without the header's own start tag
    }

    private List<ElementXml> news() {
      return xml.subList(before() + 1, xml.size());
    }

    private boolean beginsSame(SOAPHeader now) {
      if (now.getDefaultNamespace() != null) {
        return false;
      }
      if (!header.isEmpty()) {
        return xml.subList(0, header.size()).equals(header);
      }
      return !now.getAllAttributes().hasNext() && !now.getAllDeclaredNamespaces().hasNext();
    }

    /**
     * Whether a message that is merged from its bytes equals this tree: in the blocks of {@link
     * #added}, and in the content between blocks, which is not compared.
     */
    boolean isAsMerged() {
      return otherContent(envelope).equals(otherContent)
          && (isSame() || news().stream().allMatch(ElementXml::isSelfContained));
    }

    /**
     * Collects the blocks that were marked as processed, or that have changed. A block is
     * identified by its name and its number among the remaining blocks of that name.
     */
    void collectProcessed(Changes.Builder changes) {
      SOAPHeader nowHeader = envelope.getHeader();
      if (blocks.isEmpty() || !anyProcessed(nowHeader)) {
        return;
      }
      Changes found = changes.build();
      Map<QName, List<Block>> remaining = new HashMap<>();
      for (Block block : blocks) {
        if (!found.removedHeaders().contains(block.ref())) {
          remaining.computeIfAbsent(block.ref().name(), name -> new ArrayList<>()).add(block);
        }
      }
      eachBlock(
          nowHeader,
          (ref, block) -> {
            List<Block> named = remaining.getOrDefault(ref.name(), List.of());
            if (block.isProcessed() && ref.occurrence() < named.size()) {
              Block before = named.get(ref.occurrence());
              boolean other = found.replaced().containsKey(new Part.Header(before.ref()));
              if (other || !before.processed()) {
                changes.processed(before.ref());
              }
            }
          });
    }
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
  private static List<ElementXml> xml(SOAPHeader header) {
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

  /** Content before the body that is no element. */
  private static String otherContent(SOAPEnvelope envelope) {
    StringBuilder besides = new StringBuilder();
    OMNode body = envelope.getBody();
    for (OMNode n = envelope.getFirstOMChild(); n != body && n != null; n = n.getNextOMSibling()) {
      otherContent(n, besides);
    }
    for (OMNode n = first(envelope.getHeader()); n != null; n = n.getNextOMSibling()) {
      otherContent(n, besides);
    }
    return besides.toString();
  }

  private static void otherContent(OMNode node, StringBuilder text) {
    if (node instanceof OMElement) { // includes header blocks
      return;
    }
    text.append(
        switch (NodeKind.of(node)) {
          case TEXT -> "text:" + ((OMText) node).getText() + ';';
          case COMMENT -> "comment:" + ((OMComment) node).getValue() + ';';
          case PI -> "instruction:" + ((OMProcessingInstruction) node).getValue() + ';';
          case ELEMENT, OTHER -> node.getType() + ";";
        });
  }
}
