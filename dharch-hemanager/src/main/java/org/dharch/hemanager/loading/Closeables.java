package org.dharch.hemanager.loading;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.dharch.core.message.DHArchException;
import org.dharch.core.text.OneLine;

public final class Closeables {
  private Closeables() {}

  /**
   * Closes all, the last first, even if some of them fail.
   *
   * @param what their name, for the message
   * @throws DHArchException if any threw, with the first's text and the others suppressed
   */
  public static void all(String what, Collection<? extends AutoCloseable> closeables) {
    List<AutoCloseable> order = new ArrayList<>(closeables);
    Collections.reverse(order);
    DHArchException problem = null;
    for (AutoCloseable closeable : order) {
      try {
        closeable.close();
      } catch (Exception | LinkageError e) {
        if (problem == null) {
          problem = new DHArchException(what + " did not close cleanly: " + OneLine.of(e), e);
        } else {
          problem.addSuppressed(e);
        }
      }
    }
    if (problem != null) {
      throw problem;
    }
  }
}
