package org.dharch.ws.handlers;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.dharch.api.NodeContext;
import org.dharch.core.message.DHArchException;

/**
 * Shares one object among the handlers of one node with one store. The first handler creates it,
 * the last one closes it. Thread-safe.
 */
final class SharedByStore<T> {
  private static final class Entry<T> {
    final T it;
    int users;

    Entry(T it) {
      this.it = it;
    }
  }

  private final String same;
  private final Map<String, Entry<T>> all = new HashMap<>(); // guarded by this

  /**
   * @param same the parameters that must be equal, as the end of a sentence
   */
  SharedByStore(String same) {
    this.same = same;
  }

  /**
   * Returns the object of this node and store; release it by {@link #close}.
   *
   * @param making creates it if there is none
   * @param isSame whether an existing one has the caller's parameters
   * @throws DHArchException if it has other parameters
   */
  synchronized T open(
      StoreParameters store, NodeContext node, Supplier<T> making, Predicate<T> isSame) {
    String key = key(store, node);
    Entry<T> entry = all.get(key);
    if (entry == null) {
      entry = new Entry<>(making.get());
      all.put(key, entry);
    } else if (!isSame.test(entry.it)) {
      throw new DHArchException(
          "store='"
              + store.url()
              + "': another handler of this node uses it with other parameters; "
              + same);
    }
    entry.users++;
    return entry.it;
  }

  /** Releases one reference; runs {@code closing} for the last one. */
  synchronized void close(StoreParameters store, NodeContext node, Consumer<T> closing) {
    String key = key(store, node);
    Entry<T> entry = all.get(key);
    if (entry != null && --entry.users == 0) {
      all.remove(key);
      closing.accept(entry.it);
    }
  }

  private static String key(StoreParameters store, NodeContext node) {
    return node.node() + ' ' + store.url();
  }
}
