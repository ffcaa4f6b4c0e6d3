package org.dharch.core.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.dharch.core.message.DHArchException;

/**
 * Collects the errors of several parameters, so that all are reported together. Not thread-safe.
 */
public final class Problems {
  private final List<String> problems = new ArrayList<>();

  public Problems() {}

  public void add(String one) {
    problems.add(one);
  }

  /**
   * The result of {@code read}, or {@code instead} if it fails; {@link #check} then reports the
   * error.
   */
  public <T> T or(T instead, Supplier<T> read) {
    try {
      return read.get();
    } catch (DHArchException e) {
      problems.add(e.getMessage());
      return instead;
    }
  }

  /**
   * Throws if there are errors.
   *
   * @throws DHArchException with all of them, one per line
   */
  public void check() {
    if (!problems.isEmpty()) {
      throw new DHArchException(String.join("\n", problems));
    }
  }
}
