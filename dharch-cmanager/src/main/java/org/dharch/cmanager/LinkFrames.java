package org.dharch.cmanager;

import java.util.List;
import org.dharch.cmanager.FrameHeader.Way;
import org.dharch.cmanager.link.Link;

/**
 * The frames of one end of one link: as those by the broker, sealed or encrypted for this
 * connection alone, and numbered from 1 each way, so that none is taken twice, left out or out of
 * turn. One thread.
 */
final class LinkFrames {
  /** Who is at the ends. */
  record Names(String manager, String node) {}

  private final FrameGuard guard;
  private final Names names;
  private final boolean isManager;
  private long written;
  private long read;

  private LinkFrames(FrameGuard guard, Names names, boolean isManager) {
    this.guard = guard;
    this.names = names;
    this.isManager = isManager;
  }

  static LinkFrames ofManager(KeyRing keys, boolean encrypt, String connection, Names names) {
    return new LinkFrames(FrameGuard.of(keys, encrypt, connection), names, true);
  }

  static LinkFrames ofNode(KeyRing keys, boolean encrypt, String connection, Names names) {
    return new LinkFrames(FrameGuard.of(keys, encrypt, connection), names, false);
  }

  private FrameHeader header(boolean ofManager, long number) {
    return new FrameHeader(
        ofManager ? Way.TASK_BATCH : Way.REPLY,
        guard.encrypts(),
        number,
        ofManager ? names.manager : names.node,
        ofManager ? names.node : names.manager);
  }

  /** Writes {@code items} as the next frame. */
  void write(Link link, List<Outbox.OutgoingItem> items) {
    FrameHeader header = header(isManager, ++written);
    link.write(
        Math.toIntExact(FrameGuard.size(header, items)),
        out -> guard.write(header, items, out::accept));
  }

  /**
   * What is in the frame that comes next.
   *
   * @throws ForgedFrameException if it is not that
   * @throws org.dharch.core.message.MalformedMessageException if it is no frame
   */
  List<Frame.Item> read(byte[] block) {
    Frame.Opened opened = Frame.open(block, guard);
    FrameHeader expected = header(!isManager, ++read);
    if (!opened.header().equals(expected)) {
      throw new ForgedFrameException(
          "a " + opened.header().shown() + " on a link where number " + read + " comes next");
    }
    return opened.items();
  }
}
