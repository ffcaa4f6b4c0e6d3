package org.dharch.cmanager.frame;

import java.net.URI;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.dharch.api.Limits;
import org.dharch.cmanager.manager.JmsCManager;
import org.dharch.cmanager.node.JmsNodeChannel;
import org.dharch.cmanager.options.JmsOptions;
import org.dharch.cmanager.options.KeyRing;
import org.dharch.core.spi.CManager;
import org.dharch.core.spi.NodeChannel;

/**
 * The benchmarks' door to both ends of the transport under any guard; also under none, which no
 * user can have.
 */
public final class GuardedEnds {
  /** What is done for a frame. */
  public enum Guard {
    /** Nothing: whoever is on the broker makes frames that are believed. */
    NONE,
    /** As usual. */
    SIGNED,
    /** With the option encrypt. */
    ENCRYPTED
  }

  private GuardedEnds() {}

  /** A manager's end. */
  public static CManager manager(URI broker, Guard guard) {
    JmsOptions options = JmsOptions.ofManager(Map.of(), Limits.DEFAULT);
    return new JmsCManager(broker, options, guarding(guard));
  }

  /** A node's end. */
  public static NodeChannel node(URI broker, Guard guard) {
    JmsOptions options = JmsOptions.ofNode(Map.of(), Limits.DEFAULT);
    return new JmsNodeChannel(broker, options, guarding(guard));
  }

  private static Function<KeyRing, FrameGuard> guarding(Guard guard) {
    return guard == Guard.NONE
        ? keys -> new Unguarded()
        : keys -> FrameGuard.of(keys, guard == Guard.ENCRYPTED);
  }

  /** Frames as they were before they were sealed. */
  private record Unguarded() implements FrameGuard {
    @Override
    public boolean encrypts() {
      return false;
    }

    @Override
    public FrameBytes write(FrameHeader header, List<Outbox.OutgoingItem> items) {
      byte[] begin = header.bytes();
      FrameBytes frame = new FrameBytes(begin.length + FrameItems.size(items));
      frame.put(begin);
      FrameItems.write(items, frame::put);
      return frame;
    }

    @Override
    public List<Frame.Item> open(ByteBuffer in, FrameHeader header) {
      return FrameItems.read(in);
    }
  }
}
