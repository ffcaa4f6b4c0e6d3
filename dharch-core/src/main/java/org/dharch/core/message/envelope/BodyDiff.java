package org.dharch.core.message.envelope;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.api.Part;
import org.dharch.core.message.envelope.InfosetCursor.XmlEvent;
import org.dharch.core.message.xml.NamespaceScope;
import org.dharch.core.message.xml.XmlScanner;
import org.dharch.core.message.xml.XmlScanner.Token;

/**
 * Finds the smallest elements in which two bodies differ.
 *
 * <p>Reads both bodies in parallel, once. Every element that is open in both is a frame. When the
 * two bodies differ, the innermost frame is the changed part: changes found inside it are dropped,
 * and both readers skip to its end. An element whose attributes differ is such a frame at once.
 * When the outermost frame differs, the body itself is the changed part.
 *
 * <p>The positions of elements among their siblings are counted only if something changed: a second
 * pass over the old body counts the children of the elements that lead to a change.
 */
final class BodyDiff {
  private record Frame(int beforeStart, int afterStart, int found) {}

  /** A changed element: where it and those around it began before, and its new bytes. */
  private record Found(int[] starts, byte[] bytes) {}

  private final EnvelopeLayout before;
  private final EnvelopeLayout after;
  private final Likeness likeness;
  private final Limits limits;
  private final InfosetCursor old;
  private final InfosetCursor now;
  private final ContentBindings bindings;
  private final List<Frame> frames = new ArrayList<>();
  private final List<Found> found = new ArrayList<>();

  private BodyDiff(EnvelopeLayout before, EnvelopeLayout after, Likeness likeness, Limits limits) {
    this.before = before;
    this.after = after;
    this.likeness = likeness;
    this.limits = limits;
    old = cursor(before, limits);
    now = cursor(after, limits);
    bindings = new ContentBindings(old, now);
  }

  private static InfosetCursor cursor(EnvelopeLayout layout, Limits limits) {
    return new InfosetCursor(
        new XmlScanner(
            "envelope",
            layout.bytes(),
            layout.body().end(),
            layout.bodyContentEnd(),
            layout.body().scope().copy(),
            2,
            limits));
  }

  /** Adds the differences to {@code changes}. */
  static void find(
      EnvelopeLayout before,
      EnvelopeLayout after,
      Likeness likeness,
      Limits limits,
      Changes.Builder changes) {
    if (sameBytes(before, after)) {
      return;
    }
    BodyDiff diff = new BodyDiff(before, after, likeness, limits);
    if (diff.compare()) {
      diff.name(changes);
    } else {
      changes.replace(Part.body(), diff.wholeBody());
    }
  }

  private static boolean sameBytes(EnvelopeLayout before, EnvelopeLayout after) {
    return Arrays.equals(
            before.bytes(),
            before.body().end(),
            before.bodyContentEnd(),
            after.bytes(),
            after.body().end(),
            after.bodyContentEnd())
        && after.body().scope().covers(before.body().scope())
        && before.body().scope().covers(after.body().scope());
  }

  /** False if the body itself differs. */
  private boolean compare() {
    while (true) {
      XmlEvent one = old.next();
      XmlEvent two = now.next();
      if (one != two || !same(one)) {
        if (frames.isEmpty()) {
          while (now.next() != XmlEvent.EOF) {
            // the reply must be well-formed to its end
          }
          return false;
        }
        changed();
      } else if (one == XmlEvent.START) {
        frames.add(new Frame(old.start(), now.start(), found.size()));
        if (!bindings.start(old.scanner(), now.scanner())
            || !likeness.attributes(old.scanner(), now.scanner())) {
          changed();
        }
      } else if (one == XmlEvent.END) {
        frames.remove(frames.size() - 1);
        bindings.close(frames.size());
      } else if (one == XmlEvent.EOF) {
        return true;
      }
    }
  }

  private boolean same(XmlEvent event) {
    return switch (event) {
      case START -> likeness.names(old.scanner(), now.scanner());
      case TEXT -> old.sameContent(now) && bindings.text(now);
      case COMMENT, PI -> old.sameContent(now);
      case END, EOF -> true;
    };
  }

  /** Records the innermost frame as changed. */
  private void changed() {
    int level = frames.size();
    Frame frame = frames.get(level - 1);
    while (found.size() > frame.found) {
      found.remove(found.size() - 1);
    }
    old.leave(level);
    now.leave(level);
    // after the end tags the scopes are those around the two elements
    NamespaceScope around = now.scanner().scope();
    int count = now.scopeBehindEnd();
    Map<String, String> missing =
        SelfContained.missing(around, count, old.scanner().scope(), old.scopeBehindEnd());
    byte[] bytes =
        SelfContained.content(
            after.bytes(), frame.afterStart, now.end(), around.copy(count), missing, limits);
    found.add(new Found(frames.stream().mapToInt(Frame::beforeStart).toArray(), bytes));
    frames.remove(level - 1);
    bindings.close(frames.size());
  }

  private byte[] wholeBody() {
    NamespaceScope around = after.body().scope();
    NamespaceScope there = before.body().scope();
    return SelfContained.content(
        after.bytes(),
        after.body().end(),
        Math.max(after.body().end(), after.bodyContentEnd()),
        around,
        SelfContained.missing(around, around.size(), there, there.size()),
        limits);
  }

  private void name(Changes.Builder changes) {
    if (found.isEmpty()) {
      return;
    }
    Set<Integer> leading = new HashSet<>();
    found.forEach(f -> Arrays.stream(f.starts).forEach(leading::add));
    Map<Integer, Part.Step> steps = new HashMap<>();
    List<Map<QName, Integer>> seen = new ArrayList<>();
    seen.add(new HashMap<>());
    XmlScanner scanner = before.bodyScanner();
    while (steps.size() < leading.size()) {
      Token token = scanner.next();
      int depth = scanner.depth() - (token == Token.START ? 1 : 0);
      if (token == Token.END) {
        while (seen.size() > scanner.depth()) {
          seen.remove(seen.size() - 1);
        }
      } else if ((token == Token.START || token == Token.EMPTY) && depth == seen.size()) {
        QName name = scanner.name();
        int occurrence = seen.get(depth - 1).merge(name, 1, Integer::sum) - 1;
        if (leading.contains(scanner.start())) {
          steps.put(scanner.start(), new Part.Step(name, occurrence));
          if (token == Token.START) {
            seen.add(new HashMap<>());
          }
        }
      }
    }
    for (Found f : found) {
      changes.replace(Part.element(Arrays.stream(f.starts).mapToObj(steps::get).toList()), f.bytes);
    }
  }
}
