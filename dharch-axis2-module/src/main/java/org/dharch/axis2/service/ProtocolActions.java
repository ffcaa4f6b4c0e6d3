package org.dharch.axis2.service;

import java.util.List;
import org.dharch.core.message.DHArchException;

/**
 * The actions of messages that are no operation of a service and come to its handlers all the same:
 * those of protocols that are handlers here, as WS-ReliableMessaging's CreateSequence. Immutable.
 *
 * @param actions each an action, the beginning of some and {@code *}, or {@code *} for all
 */
public record ProtocolActions(List<String> actions) {
  /** The parameter that lists them, of the module or of a service; a service's counts. */
  public static final String PARAMETER = "dharch.protocol.actions";

  private static final String NO_ACTIONS = "none";
  private static final int MOST = 1_000;

  public ProtocolActions {
    actions = List.copyOf(actions);
  }

  /**
   * Those that {@code text} lists, with space between them.
   *
   * @throws DHArchException naming what is wrong, and what is allowed
   */
  public static ProtocolActions parse(String text) {
    List<String> actions =
        text.isBlank() || text.strip().equals(NO_ACTIONS)
            ? List.of()
            : List.of(text.strip().split("\\s+"));
    if (actions.size() > MOST) {
      throw wrong(actions.size() + " actions", "at most " + MOST);
    }
    for (String action : actions) {
      int star = action.indexOf('*');
      if (star >= 0 && star < action.length() - 1) {
        throw wrong(action, "an action, the beginning of some and one '*' at the end, or '*'");
      }
    }
    return new ProtocolActions(actions);
  }

  private static DHArchException wrong(String value, String allowed) {
    return new DHArchException(PARAMETER + ": " + value + "; allowed: " + allowed);
  }

  public boolean isEmpty() {
    return actions.isEmpty();
  }

  /** Whether {@code action} is one of them; what has none is not. */
  boolean contains(String action) {
    if (action.isEmpty()) {
      return false;
    }
    for (String each : actions) {
      boolean beginning = each.endsWith("*");
      if (beginning
          ? action.startsWith(each.substring(0, each.length() - 1))
          : action.equals(each)) {
        return true;
      }
    }
    return false;
  }
}
