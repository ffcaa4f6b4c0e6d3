package org.dharch.core.message.envelope;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
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
    return changes.touchesEnvelope() ? new MergeRun(envelope, changes, limits).run() : envelope;
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
          throw new MalformedMessageException("two handlers changed the same: " + conflict.get());
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
}
