package org.dharch.core.message;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A map of bounded size: of more entries than that, the one longest unused goes. Not safe for
 * several threads.
 *
 * @param <K> its keys
 * @param <V> its values
 */
public final class LatestUsed<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1L;

  private final int most;

  /**
   * Empty at first.
   *
   * @param most how many entries are kept
   */
  public LatestUsed(int most) {
    super(16, 0.75f, true);
    this.most = most;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > most;
  }
}
