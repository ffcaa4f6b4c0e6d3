package org.dharch.core.message.envelope;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.Changes;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.Part;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.envelope.EnvelopeLayout.Block;
import org.dharch.core.message.envelope.EnvelopeLayout.Tag;
import org.dharch.core.message.envelope.Envelopes.MessageCheck;
import org.dharch.core.message.envelope.Envelopes.MessageCheck.Range;
import org.dharch.core.message.xml.NamespaceScope;
import org.dharch.core.message.xml.XmlScanner;

/**
 * Merges changed parts into the bytes of a message (seed 000, section 3.1.1: the message receiver's
 * treatment of a reply). Unchanged parts stay byte for byte, so a signature over them still
 * verifies. Stateless; thread-safe.
 *
 * <p>Reads the envelope up to the body's start tag, and inside the body only up to the last
 * replaced element; copies the rest. The new bytes of every part must be well-formed in their
 * place.
 */
public final class Merge {
  private Merge() {}

  /**
   * {@code envelope} with {@code changes} applied.
   *
   * @param envelope the SOAP envelope in UTF-8; not written to
   * @return the same array if the envelope is not touched
   * @throws MalformedMessageException if a changed part is not in the envelope, a new part is not
   *     one well-formed element, or the envelope is not one
   */
  public static byte[] apply(byte[] envelope, Changes changes, Limits limits) {
    return changes.touchesEnvelope() ? new Run(envelope, changes, limits).run() : envelope;
  }

  /**
   * {@code envelope} with the changes of several handlers applied, all of them relative to this
   * same envelope. The result is that of the handlers one after another in this order.
   *
   * @throws MalformedMessageException as {@link #apply}, and if two of them conflict
   */
  public static byte[] applyAll(byte[] envelope, List<Changes> changes, Limits limits) {
    return apply(envelope, combine(changes), limits);
  }

  /**
   * Combines the changes of several handlers to the same message. Drops verdicts and emissions if
   * there are two or more.
   *
   * @throws MalformedMessageException if two of them conflict; see {@link #conflict}
   */
  public static Changes combine(List<Changes> changes) {
    Changes combined = Changes.NONE;
    for (Changes next : changes) {
      if (combined.isEmpty()) {
        combined = next;
      } else if (!next.isEmpty()) {
        Optional<String> conflict = conflict(combined, next);
        if (conflict.isPresent()) {
          throw new MalformedMessageException(
              "two handlers changed the same part: " + conflict.get());
        }
        combined = Changes.builder().addChanges(combined).addChanges(next).build();
      }
    }
    return combined;
  }

  /**
   * Returns the first part or property that two handlers, given the same message, changed to
   * different values. An element inside a part that the other handler changed is such a part.
   * Headers that both add, and a header or property that both remove, do not conflict.
   */
  public static Optional<String> conflict(Changes a, Changes b) {
    return parts(a, b)
        .or(() -> parts(b, a))
        .or(() -> removedAndReplaced(a, b))
        .or(() -> removedAndReplaced(b, a))
        .or(() -> properties(a, b))
        .or(() -> removedAndSet(a, b))
        .or(() -> removedAndSet(b, a));
  }

  /** A part of {@code a} that {@code b} replaced too, or that is inside one that it replaced. */
  private static Optional<String> parts(Changes a, Changes b) {
    for (Map.Entry<Part, byte[]> one : a.replaced().entrySet()) {
      byte[] other = b.replaced().get(one.getKey());
      if (other != null && !Arrays.equals(one.getValue(), other)) {
        return Optional.of(one.getKey().toString());
      }
      if (other == null && one.getKey() instanceof Part.Element element) {
        for (Part outer : around(element)) {
          if (b.replaced().containsKey(outer)) {
            return Optional.of(outer + " and " + element);
          }
        }
      }
    }
    return Optional.empty();
  }

  private static List<Part> around(Part.Element element) {
    List<Part> outer = new ArrayList<>();
    outer.add(Part.body());
    for (int length = 1; length < element.path().size(); length++) {
      outer.add(Part.element(element.path().subList(0, length)));
    }
    return outer;
  }

  private static Optional<String> removedAndReplaced(Changes a, Changes b) {
    return a.removedHeaders().stream()
        .map(Part.Header::new)
        .filter(b.replaced()::containsKey)
        .map(Part.Header::toString)
        .findFirst();
  }

  private static Optional<String> properties(Changes a, Changes b) {
    return a.properties().entrySet().stream()
        .filter(p -> b.properties().containsKey(p.getKey()))
        .filter(p -> !Objects.equals(p.getValue(), b.properties().get(p.getKey())))
        .map(p -> property(p.getKey()))
        .findFirst();
  }

  private static Optional<String> removedAndSet(Changes a, Changes b) {
    return a.removedProperties().stream()
        .filter(b.properties()::containsKey)
        .map(Merge::property)
        .findFirst();
  }

  private static String property(String name) {
    return "property '" + name + "'";
  }

  /**
   * Returns the names of {@code headers} after {@code changes} are applied: removing a block
   * decrements the index of later blocks of the same name. Removed blocks are left out.
   */
  public static Set<HeaderRef> shift(Set<HeaderRef> headers, Changes changes) {
    if (changes.removedHeaders().isEmpty()) {
      return headers;
    }
    Set<HeaderRef> shifted = new HashSet<>();
    for (HeaderRef header : headers) {
      if (!changes.removedHeaders().contains(header)) {
        int before =
            (int)
                changes.removedHeaders().stream()
                    .filter(r -> r.name().equals(header.name()))
                    .filter(r -> r.occurrence() < header.occurrence())
                    .count();
        shifted.add(new HeaderRef(header.name(), header.occurrence() - before));
      }
    }
    return shifted;
  }

  /**
   * One application of changes to one envelope: every part becomes an edit, then all are spliced.
   */
  private static final class Run {
    private final EnvelopeLayout layout;
    private final Changes changes;
    private final Limits limits;
    private final Splice splice;

    Run(byte[] envelope, Changes changes, Limits limits) {
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
        throw new MalformedMessageException(part + " must not be both replaced and removed");
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
                          + " is not in the envelope; it must be one of "
                          + layout.blocks().stream().map(Block::ref).toList()));
    }

    private void addHeaders() {
      MessageCheck.headerBlocks(
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
      MessageCheck.content("body", content, body.scope(), 2, limits);
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
                MessageCheck.element(
                    part.toString(), bytes, place.scope(), place.depthAbove(), limits);
            splice.replace(place.start(), place.end(), bytes, range.start(), range.end());
          });
    }

    private static void refuseOverlaps(Set<Part.Element> elements, boolean body) {
      if (body && !elements.isEmpty()) {
        throw new MalformedMessageException(
            "the body and " + elements.iterator().next() + " must not both be replaced");
      }
      Set<Part.Element> seen = new HashSet<>(elements);
      for (Part.Element element : elements) {
        for (int length = 1; length < element.path().size(); length++) {
          Part.Element above = new Part.Element(element.path().subList(0, length));
          if (seen.contains(above)) {
            throw new MalformedMessageException(
                above + " and " + element + " must not both be replaced");
          }
        }
      }
    }

    private Range checkHeader(String what, byte[] bytes) {
      return MessageCheck.element(what, bytes, scope(), 2, limits);
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
}
