package org.dharch.ws.handlers;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.dharch.api.NodeContext;
import org.dharch.core.message.DHArchException;

/**
 * Shares one object among the handlers of one node with one store. The last handler closes it.
 * Thread-safe.
 */
final class SharedByStore<T> {
  private static final class Entry<T> {
    final T value;
    int users;

    Entry(T value) {
      this.value = value;
    }
  }

  private final String requirement;
  private final Map<String, Entry<T>> entries = new HashMap<>(); // guarded by this

  /**
   * @param requirement the parameters that must be equal, as the end of a sentence
   */
  SharedByStore(String requirement) {
    this.requirement = requirement;
  }

  /**
   * Returns the object of this node and store, to be released by {@link #close}.
   *
   * @param factory creates it if there is none
   * @param isSame whether an existing one has the caller's parameters
   * @throws DHArchException if it has other parameters
   */
  synchronized T open(
      StoreParameters store, NodeContext node, Supplier<T> factory, Predicate<T> isSame) {
    String key = key(store, node);
    Entry<T> entry = entries.get(key);
    if (entry == null) {
      entry = new Entry<>(factory.get());
      entries.put(key, entry);
    } else if (!isSame.test(entry.value)) {
      throw new DHArchException(
          "store='"
              + store.url()
              + "': another handler of this node uses it with other parameters; "
              + requirement);
    }
    entry.users++;
    return entry.value;
  }

  /** Releases one reference; calls {@code onLast} for the last one. */
  synchronized void close(StoreParameters store, NodeContext node, Consumer<T> onLast) {
    String key = key(store, node);
    Entry<T> entry = entries.get(key);
    if (entry != null && --entry.users == 0) {
      entries.remove(key);
      onLast.accept(entry.value);
    }
  }

  private static String key(StoreParameters store, NodeContext node) {
    return node.node() + ' ' + store.url();
  }
}
