package org.dharch.core.message.envelope;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.Part;
import org.dharch.core.message.envelope.EnvelopeLayout.Block;
import org.dharch.core.message.envelope.InfosetCursor.XmlEvent;
import org.dharch.core.message.xml.NamespaceScope;

/**
 * Finds the header blocks that were replaced, added and removed. Blocks of one name keep their
 * order; {@link BlockAlignment} matches the unchanged ones. The order of blocks of different names
 * does not count.
 */
final class HeaderDiff {
  private final EnvelopeLayout before;
  private final EnvelopeLayout after;
  private final Limits limits;
  private final Changes.Builder changes;
  private final Likeness likeness;

  private HeaderDiff(
      EnvelopeLayout before,
      EnvelopeLayout after,
      Likeness likeness,
      Limits limits,
      Changes.Builder changes) {
    this.before = before;
    this.after = after;
    this.likeness = likeness;
    this.limits = limits;
    this.changes = changes;
  }

  static void find(
      EnvelopeLayout before,
      EnvelopeLayout after,
      Likeness likeness,
      Limits limits,
      Changes.Builder changes) {
    HeaderDiff diff = new HeaderDiff(before, after, likeness, limits, changes);
    Map<QName, List<Block>> old = byName(before);
    Map<QName, List<Block>> now = byName(after);
    Set<Block> added = Collections.newSetFromMap(new IdentityHashMap<>());
    added.addAll(after.blocks());
    old.forEach((name, blocks) -> diff.match(blocks, now.getOrDefault(name, List.of()), added));
    // in their present order, regardless of their names
    after.blocks().stream().filter(added::contains).map(diff::bytes).forEach(changes::addHeader);
  }

  private static Map<QName, List<Block>> byName(EnvelopeLayout layout) {
    Map<QName, List<Block>> blocks = new LinkedHashMap<>();
    for (Block block : layout.blocks()) {
      blocks.computeIfAbsent(block.ref().name(), n -> new ArrayList<>()).add(block);
    }
    return blocks;
  }

  private void match(List<Block> old, List<Block> now, Set<Block> added) {
    int[] places =
        BlockAlignment.of(old.size(), now.size(), (o, n) -> same(old.get(o), now.get(n)));
    for (int o = 0; o < old.size(); o++) {
      HeaderRef ref = old.get(o).ref();
      if (places[o] < 0) {
        changes.removeHeader(ref);
        continue;
      }
      Block block = now.get(places[o]);
      added.remove(block);
      if (!same(old.get(o), block)) {
        changes.replace(new Part.Header(ref), bytes(block));
      }
    }
  }

  private boolean same(Block old, Block now) {
    if (Arrays.equals(before.bytes(), old.start(), old.end(), after.bytes(), now.start(), now.end())
        && after.headerScope().covers(before.headerScope())
        && before.headerScope().covers(after.headerScope())) {
      return true;
    }
    InfosetCursor one = cursor(before, old);
    InfosetCursor two = cursor(after, now);
    ContentBindings bindings = new ContentBindings(one, two);
    int depth = 0;
    while (true) {
      XmlEvent event = one.next();
      if (event != two.next()) {
        return false;
      }
      boolean same =
          switch (event) {
            case START ->
                likeness.names(one.scanner(), two.scanner())
                    && bindings.start(one.scanner(), two.scanner())
                    && likeness.attributes(one.scanner(), two.scanner());
            case TEXT -> one.sameContent(two) && bindings.text(two);
            case COMMENT, PI -> one.sameContent(two);
            case END, EOF -> true;
          };
      depth += event == XmlEvent.START ? 1 : 0;
      if (event == XmlEvent.END) {
        depth--;
        bindings.close(depth);
      }
      if (!same || event == XmlEvent.EOF) {
        return same;
      }
    }
  }

  private InfosetCursor cursor(EnvelopeLayout layout, Block block) {
    return new InfosetCursor(layout.scanner(block));
  }

  private byte[] bytes(Block block) {
    NamespaceScope around = after.headerScope();
    NamespaceScope there = before.headerScope();
    return SelfContained.content(
        after.bytes(),
        block.start(),
        block.end(),
        around,
        SelfContained.missing(around, around.size(), there, there.size()),
        limits);
  }
}
