package org.dharch.ws.handlers;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.dharch.api.NodeContext;
import org.dharch.core.message.DHArchException;

/**
 * What the handlers of one node with one store have in common: made for whichever of them comes
 * first, closed with the last. Any thread.
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
   * @param same which parameters all have to say alike, as a sentence goes on
   */
  SharedByStore(String same) {
    this.same = same;
  }

  /**
   * That of this node and store; to be let go of by {@link #close}.
   *
   * @param making makes it if there is none
   * @param isSame whether one that is there has the parameters of who asks
   * @throws DHArchException if it has others
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
              + "': another handler of this node has it with other parameters; "
              + same);
    }
    entry.users++;
    return entry.it;
  }

  /** One user less; {@code closing} is done with the last. */
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
