package org.dharch.cmanager.options;

import java.util.Map;
import java.util.Optional;
import org.dharch.core.message.LatestUsed;

/**
 * The keys of one process. Messages between managers and a node are signed with the node's key,
 * which is derived from the namespace key and the node's name: so a node with only its own key
 * cannot impersonate another. Safe for any thread.
 */
public sealed interface KeyRing {

  /** The key of the node of this name; empty if this process does not have it. */
  Optional<FrameKey> node(String name);

  /** The key of the namespace. It derives the key of every node. */
  public record NamespaceKey(FrameKey root, Map<String, FrameKey> known) implements KeyRing {
    private static final int KNOWN = 1024;

    public NamespaceKey(FrameKey root) {
      this(root, new LatestUsed<>(KNOWN));
    }

    @Override
    public Optional<FrameKey> node(String name) {
      synchronized (known) {
        return Optional.of(known.computeIfAbsent(name, n -> root.derive("node:" + n)));
      }
    }
  }

  /** The key of one node alone. */
  record NodeKey(String name, FrameKey key) implements KeyRing {
    @Override
    public Optional<FrameKey> node(String other) {
      return other.equals(name) ? Optional.of(key) : Optional.empty();
    }
  }
}
