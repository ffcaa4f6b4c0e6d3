package org.dharch.core.message;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.dharch.core.message.EnvelopeLayout.Block;
import org.dharch.core.message.InfosetCursor.Event;

/**
 * Finds the header blocks that were replaced, added and removed. Blocks of one name are matched in
 * their order, the first with the first; only if all that are left are old ones, those that are
 * missing between them count as removed. The order of blocks of different names is no difference.
 */
final class HeaderDiff {
  /**
   * A block as it is now.
   *
   * @param around what is bound where it stands
   */
  record Now(QName name, byte[] bytes, int start, int end, Scope around) {}

  private final EnvelopeLayout before;
  private final Limits limits;
  private final Changes.Builder changes;

  private HeaderDiff(EnvelopeLayout before, Limits limits, Changes.Builder changes) {
    this.before = before;
    this.limits = limits;
    this.changes = changes;
  }

  static void find(EnvelopeLayout before, List<Now> after, Limits limits, Changes.Builder changes) {
    HeaderDiff diff = new HeaderDiff(before, limits, changes);
    Map<QName, List<Block>> old = new LinkedHashMap<>();
    for (Block block : before.blocks()) {
      old.computeIfAbsent(block.ref().name(), n -> new ArrayList<>()).add(block);
    }
    Map<QName, List<Now>> now = new LinkedHashMap<>();
    Set<Now> added = Collections.newSetFromMap(new IdentityHashMap<>());
    added.addAll(after);
    for (Now block : after) {
      now.computeIfAbsent(block.name(), n -> new ArrayList<>()).add(block);
    }
    old.forEach((name, blocks) -> diff.match(blocks, now.getOrDefault(name, List.of()), added));
    // in the order in which they stand now, whatever their names
    after.stream().filter(added::contains).map(diff::bytes).forEach(changes::addHeader);
  }

  private void match(List<Block> old, List<Now> now, Set<Now> added) {
    now.stream().limit(old.size()).forEach(added::remove);
    if (now.size() < old.size() && onlyRemoved(old, now)) {
      return;
    }
    for (int i = 0; i < old.size(); i++) {
      HeaderRef ref = old.get(i).ref();
      if (i >= now.size()) {
        changes.removeHeader(ref);
      } else if (!same(old.get(i), now.get(i))) {
        changes.replace(new Part.Header(ref), bytes(now.get(i)));
      }
    }
  }

  private boolean onlyRemoved(List<Block> old, List<Now> now) {
    List<HeaderRef> removed = new ArrayList<>();
    int next = 0;
    for (Block block : old) {
      if (next < now.size() && same(block, now.get(next))) {
        next++;
      } else {
        removed.add(block.ref());
      }
    }
    if (next < now.size()) {
      return false;
    }
    removed.forEach(changes::removeHeader);
    return true;
  }

  private boolean same(Block old, Now now) {
    Scope around = before.headerScope();
    if (Arrays.equals(before.bytes(), old.start(), old.end(), now.bytes, now.start, now.end)
        && now.around.covers(around)) {
      return true;
    }
    InfosetCursor one = cursor(before.bytes(), old.start(), old.end(), around);
    InfosetCursor two = cursor(now.bytes, now.start, now.end, now.around);
    while (true) {
      Event event = one.next();
      if (event != two.next()) {
        return false;
      }
      boolean same =
          switch (event) {
            case START -> one.sameName(two) && one.sameAttributes(two);
            case TEXT, COMMENT, PI -> one.sameContent(two);
            case END, EOF -> true;
          };
      if (!same || event == Event.EOF) {
        return same;
      }
    }
  }

  private InfosetCursor cursor(byte[] bytes, int start, int end, Scope around) {
    return new InfosetCursor(
        new XmlScanner("header block", bytes, start, end, around.copy(), 2, limits));
  }

  private byte[] bytes(Now block) {
    Scope there = before.headerScope();
    return SelfContained.content(
        block.bytes,
        block.start,
        block.end,
        block.around,
        SelfContained.missing(block.around, block.around.size(), there, there.size()),
        limits);
  }
}
