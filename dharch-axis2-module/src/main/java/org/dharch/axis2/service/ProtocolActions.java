package org.dharch.axis2.service;

import java.util.List;
import org.dharch.core.message.DHArchException;

/**
 * The actions of protocol messages that handlers process although the service has no operation for
 * them, such as WS-ReliableMessaging's CreateSequence. Immutable.
 *
 * @param actions actions, prefixes followed by {@code *}, or {@code *} for all
 */
public record ProtocolActions(List<String> actions) {
  /** The parameter of the module or a service; the service's overrides the module's. */
  public static final String PARAMETER = "dharch.protocol.actions";

  private static final String NO_ACTIONS = "none";
  private static final int MOST = 1_000;

  public ProtocolActions {
    actions = List.copyOf(actions);
  }

  /**
   * Parses a list separated by white space.
   *
   * @throws DHArchException if an action is invalid
   */
  public static ProtocolActions parse(String text) {
    List<String> actions =
        text.isBlank() || text.strip().equals(NO_ACTIONS)
            ? List.of()
            : List.of(text.strip().split("\\s+"));
    if (actions.size() > MOST) {
      throw wrong(actions.size() + " actions", "at most " + MOST + " actions");
    }
    for (String action : actions) {
      int star = action.indexOf('*');
      if (star >= 0 && star < action.length() - 1) {
        throw wrong(action, "actions, prefixes that end with '*', or '*'");
      }
    }
    return new ProtocolActions(actions);
  }

  private static DHArchException wrong(String value, String allowed) {
    return new DHArchException(PARAMETER + " must have " + allowed + " (got " + value + ")");
  }

  public boolean isEmpty() {
    return actions.isEmpty();
  }

  /** Whether {@code action}, if not empty, matches. */
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
