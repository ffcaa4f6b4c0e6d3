package org.dharch.handlers.axis2.context;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.axis2.context.MessageContext;
import org.dharch.core.message.DHArchException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reacts when a handler requests something that its container has and a node lacks: with an
 * exception, because null would mean something else. A lenient handler, as set in the node
 * document, gets null, and the log has one line. Safe for any thread.
 */
public final class Absence {
  private static final Logger log = LoggerFactory.getLogger(Absence.class);

  /** More different things than that are not kept apart. */
  private static final int MAX_SAID = 1000;

  /** For what a thread does that no handler is known to be on. */
  public static final Absence UNKNOWN = new Absence("?", false);

  private final String handler;
  private final boolean lenient;
  private final Set<String> said = ConcurrentHashMap.newKeySet();

  public Absence(String handler, boolean lenient) {
    this.handler = handler;
    this.lenient = lenient;
  }

  /** That of the handler which has the current thread. */
  static Absence current() {
    return MessageContext.getCurrentMessageContext() instanceof NodeMessageContext context
        ? context.absence()
        : UNKNOWN;
  }

  boolean lenient() {
    return lenient;
  }

  /**
   * The handler has asked for something.
   *
   * @param what it is, with the name by which it was asked for
   * @param instead what to do
   * @throws DHArchException unless the handler is lenient
   */
  public void of(String what, String instead) {
    String need = "needs " + what + ", which a node does not have; " + instead;
    if (!lenient) {
      throw new DHArchException("it " + need); // the caller adds the handler's name
    }
    if (said.size() < MAX_SAID && said.add(what)) {
      log.warn("Lenient handler finds nothing handler={} need={}", handler, need);
    }
  }
}
