package org.dharch.cmanager.direct;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.dharch.cmanager.frame.ForgedFrameException;
import org.dharch.cmanager.frame.Frame;
import org.dharch.cmanager.frame.FrameGuard;
import org.dharch.cmanager.frame.FrameHeader;
import org.dharch.cmanager.frame.FrameHeader.Way;
import org.dharch.cmanager.frame.Outbox;
import org.dharch.cmanager.link.Link;
import org.dharch.cmanager.options.KeyRing;

/**
 * The frames of one end of one link: signed or encrypted for this connection alone, and numbered
 * from 1 in each direction, so that a frame cannot be repeated, omitted or reordered. Not
 * thread-safe.
 */
final class LinkFrames {
  record Names(String manager, String node) {}

  private final Link link;
  private final FrameGuard guard;
  private final FrameHeader writes; // all but the number
  private final FrameHeader reads;
  private long written;
  private long read;

  private LinkFrames(Link link, FrameGuard guard, Names names, boolean isManager) {
    this.link = link;
    this.guard = guard;
    this.writes = header(names, isManager);
    this.reads = header(names, !isManager);
  }

  static LinkFrames ofManager(
      Link link, KeyRing keys, boolean encrypt, String connection, Names names) {
    return new LinkFrames(link, FrameGuard.of(keys, encrypt, connection), names, true);
  }

  static LinkFrames ofNode(
      Link link, KeyRing keys, boolean encrypt, String connection, Names names) {
    return new LinkFrames(link, FrameGuard.of(keys, encrypt, connection), names, false);
  }

  private FrameHeader header(Names names, boolean ofManager) {
    return new FrameHeader(
        ofManager ? Way.TASK_BATCH : Way.REPLY,
        guard.encrypts(),
        0,
        ofManager ? names.manager : names.node,
        ofManager ? names.node : names.manager);
  }

  Link link() {
    return link;
  }

  void write(List<Outbox.OutgoingItem> items) {
    FrameHeader header = writes.numbered(written + 1);
    int size = Math.toIntExact(FrameGuard.size(header, items));
    written++;
    link.write(size, out -> guard.write(header, items, out::accept));
  }

  /**
   * Reads the next frame.
   *
   * @throws ForgedFrameException if it is not the expected one
   * @throws org.dharch.core.message.MalformedMessageException if it is no frame
   */
  List<Frame.Item> read(ByteBuffer block) {
    FrameHeader expected = reads.numbered(++read);
    byte[] header = expected.bytes();
    int from = block.arrayOffset() + block.position();
    int to = from + Math.min(header.length, block.remaining());
    if (!Arrays.equals(block.array(), from, to, header, 0, header.length)) {
      throw new ForgedFrameException(
          "the frame on a link must have number "
              + read
              + " (got a "
              + FrameHeader.read(block).shown()
              + ")");
    }
    return guard.open(block.position(block.position() + header.length), expected);
  }
}
