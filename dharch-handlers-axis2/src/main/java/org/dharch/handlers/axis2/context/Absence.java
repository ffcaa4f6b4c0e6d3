package org.dharch.handlers.axis2.context;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.axis2.context.MessageContext;
import org.dharch.core.message.DHArchException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reacts when a handler requests a part of its container that a node lacks: throws an exception,
 * because null would have another meaning. A lenient handler, as set in the node document, gets
 * null, with one log line. Safe for any thread.
 */
public final class Absence {
  private static final Logger log = LoggerFactory.getLogger(Absence.class);

  /** The bound on the parts that are logged separately. */
  private static final int MAX_LOGGED = 1000;

  /** For threads without a known handler. */
  public static final Absence UNKNOWN = new Absence("?", false);

  private final String handler;
  private final boolean lenient;
  private final Set<String> logged = ConcurrentHashMap.newKeySet();

  public Absence(String handler, boolean lenient) {
    this.handler = handler;
    this.lenient = lenient;
  }

  /** The one of the current thread's handler. */
  static Absence current() {
    return MessageContext.getCurrentMessageContext() instanceof NodeMessageContext context
        ? context.absence()
        : UNKNOWN;
  }

  /**
   * Reacts to a handler's request.
   *
   * @param part the missing part, by the requested name
   * @param instead the alternative
   * @throws DHArchException unless the handler is lenient
   */
  public void report(String part, String instead) {
    if (!lenient) { // the caller adds the handler's name
      throw new DHArchException("it needs " + part + ", which a node does not have; " + instead);
    }
    if (logged.size() < MAX_LOGGED && logged.add(part)) {
      log.warn("Part not available on a node handler={} part={}; {}", handler, part, instead);
    }
  }
}
