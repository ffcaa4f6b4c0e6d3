package org.dharch.hemanager.loading;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.dharch.core.message.DHArchException;
import org.dharch.core.text.OneLine;

/** Closes several things. */
public final class Closing {
  private Closing() {}

  /**
   * Closes all, the last first, whatever each of them does.
   *
   * @param what they are, for the message
   * @throws DHArchException if any threw, with the first's text and the others suppressed
   */
  public static void all(String what, Collection<? extends AutoCloseable> things) {
    List<AutoCloseable> order = new ArrayList<>(things);
    Collections.reverse(order);
    DHArchException problem = null;
    for (AutoCloseable thing : order) {
      try {
        thing.close();
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
