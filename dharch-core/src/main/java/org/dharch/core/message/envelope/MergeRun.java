package org.dharch.core.message.envelope;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.dharch.api.Changes;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.Part;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.envelope.EnvelopeLayout.Block;
import org.dharch.core.message.envelope.EnvelopeLayout.Tag;
import org.dharch.core.message.envelope.PartCheck.Range;
import org.dharch.core.message.xml.NamespaceScope;
import org.dharch.core.message.xml.XmlScanner;

/** One application of changes to one envelope: every part becomes an edit, then all are spliced. */
final class MergeRun {
  private final EnvelopeLayout layout;
  private final Changes changes;
  private final Limits limits;
  private final Splice splice;

  MergeRun(byte[] envelope, Changes changes, Limits limits) {
    this.layout = EnvelopeScanner.scan(envelope, limits);
    this.changes = changes;
    this.limits = limits;
    this.splice = new Splice(envelope);
  }

  byte[] run() {
    Map<Part.Element, byte[]> elements = new LinkedHashMap<>();
    byte[] body = null;
    for (Map.Entry<Part, byte[]> change : changes.replaced().entrySet()) {
      Part part = change.getKey();
      byte[] bytes = change.getValue();
      if (part instanceof Part.Header header) {
        replaceHeader(header, bytes);
      } else if (part instanceof Part.Element element) {
        elements.put(element, bytes);
      } else if (part instanceof Part.Attributes attributes) {
        TagAttributes.replace(layout, attributes, bytes, limits, splice);
      } else {
        body = bytes;
      }
    }
    changes.removedHeaders().forEach(this::removeHeader);
    if (!changes.addedHeaders().isEmpty()) {
      addHeaders();
    }
    refuseOverlaps(elements.keySet(), body != null);
    if (body != null) {
      replaceBody(body);
    }
    if (!elements.isEmpty()) {
      replaceElements(elements);
    }
    layout
        .encoding() // US-ASCII is UTF-8 as long as nothing else is put in
        .filter(e -> splice.hasOtherThanAscii())
        .ifPresent(e -> splice.replace(e.start(), e.end(), utf8("UTF-8")));
    return splice.apply(limits);
  }

  private void replaceHeader(Part.Header part, byte[] bytes) {
    if (changes.removedHeaders().contains(part.header())) {
      throw new MalformedMessageException(part + " is both replaced and removed");
    }
    Block block = block(part.header());
    Range range = checkHeader(part.toString(), bytes);
    XmlScanner scanner =
        new XmlScanner(
            part.toString(), bytes, range.start(), range.end(), scope().copy(), 2, limits);
    scanner.next();
    if (!scanner.name().equals(part.header().name())) {
      throw scanner.error(
          range.start(),
          "the new block is a "
              + scanner.name()
              + "; the name stays, another block is added and this one removed");
    }
    splice.replace(block.start(), block.end(), bytes, range.start(), range.end());
  }

  private void removeHeader(HeaderRef ref) {
    Block block = block(ref);
    splice.replace(block.start(), block.end(), new byte[0]);
  }

  private Block block(HeaderRef ref) {
    return layout
        .block(ref)
        .orElseThrow(
            () ->
                new MalformedMessageException(
                    "header "
                        + ref
                        + " is not in the envelope; there are "
                        + layout.blocks().stream().map(Block::ref).toList()));
  }

  private void addHeaders() {
    PartCheck.headerBlocks(
        layout.blocks().size() - changes.removedHeaders().size() + changes.addedHeaders().size(),
        limits);
    String name = layout.header().map(this::rawName).orElseGet(this::newHeaderName);
    int at;
    boolean wrap = layout.header().isEmpty();
    if (wrap) {
      at = layout.body().start();
      insert(at, "<" + name + ">");
    } else if (layout.header().get().empty()) {
      at = layout.headerContentEnd();
      splice.replace(at - 2, at, utf8(">"));
      wrap = true;
    } else {
      at = layout.headerContentEnd();
    }
    int number = 0;
    for (byte[] block : changes.addedHeaders()) {
      Range range = checkHeader("added header " + number++, block);
      splice.replace(at, at, block, range.start(), range.end());
    }
    if (wrap) {
      insert(at, "</" + name + ">");
    }
  }

  private String newHeaderName() {
    Tag envelope = layout.envelope();
    return text(envelope.nameStart(), envelope.localStart()) + "Header";
  }

  private void replaceBody(byte[] content) {
    Tag body = layout.body();
    PartCheck.content("body", content, body.scope(), 2, limits);
    if (!body.empty()) {
      splice.replace(body.end(), layout.bodyContentEnd(), content);
      return;
    }
    splice.replace(body.end() - 2, body.end(), utf8(">"));
    splice.replace(body.end(), body.end(), content);
    insert(body.end(), "</" + rawName(body) + ">");
  }

  private void replaceElements(Map<Part.Element, byte[]> elements) {
    Map<Part.Element, ElementFinder.Place> places = ElementFinder.find(layout, elements.keySet());
    elements.forEach(
        (part, bytes) -> {
          ElementFinder.Place place = places.get(part);
          if (place == null) {
            throw new MalformedMessageException(part + " is not in the envelope");
          }
          Range range =
              PartCheck.element(part.toString(), bytes, place.scope(), place.depthAbove(), limits);
          splice.replace(place.start(), place.end(), bytes, range.start(), range.end());
        });
  }

  private static void refuseOverlaps(Set<Part.Element> elements, boolean body) {
    if (body && !elements.isEmpty()) {
      throw new MalformedMessageException(
          "both the body and " + elements.iterator().next() + " are replaced");
    }
    Set<Part.Element> seen = new HashSet<>(elements);
    for (Part.Element element : elements) {
      for (int length = 1; length < element.path().size(); length++) {
        Part.Element above = new Part.Element(element.path().subList(0, length));
        if (seen.contains(above)) {
          throw new MalformedMessageException(
              "both " + above + " and " + element + " are replaced");
        }
      }
    }
  }

  private Range checkHeader(String what, byte[] bytes) {
    return PartCheck.element(what, bytes, scope(), 2, limits);
  }

  private NamespaceScope scope() {
    return layout.headerScope();
  }

  private String rawName(Tag tag) {
    return text(tag.nameStart(), tag.nameEnd());
  }

  private String text(int from, int to) {
    return new String(layout.bytes(), from, to - from, StandardCharsets.UTF_8);
  }

  private void insert(int at, String text) {
    splice.replace(at, at, utf8(text));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
