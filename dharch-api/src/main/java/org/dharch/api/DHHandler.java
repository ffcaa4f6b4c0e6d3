package org.dharch.api;

import java.util.Map;

/**
 * A native DHArch handler (seed 000, section 3.1.3: the common interface). One instance serves all
 * messages of its node, by as many threads at once as the node document's {@code concurrency}
 * allows. Needs a public constructor without parameters when it is named in a node document.
 */
public interface DHHandler extends AutoCloseable {

  /**
   * Called once, before the first message.
   *
   * @param parameters those of the node document
   * @throws Exception if the handler cannot work; the node then refuses to start
   */
  default void init(Map<String, String> parameters) throws Exception {}

  /**
   * Performs the handler's work on one message.
   *
   * @return what it changed; {@link Changes#NONE} if nothing
   * @throws Exception if it failed; the orchestration says what happens then. Its thread is
   *     interrupted when its time to finish has run out.
   */
  Changes handle(HandlerMessage message) throws Exception;

  /** How a message can end. */
  enum Ending {
    COMPLETED,
    /** The message's property {@code dharch.fault} says why. */
    HALTED
  }

  /**
   * Tells how a message ended on which this handler performed, if the orchestration says {@code
   * notifyOnEnd}; in the reverse order of performing, as Axis2's {@code flowComplete}. Not repeated
   * if it does not arrive.
   *
   * @param message the message as it was at its end
   * @throws Exception is logged
   */
  default void ended(HandlerMessage message, Ending ending) throws Exception {}

  /** Called once, after the last message. */
  @Override
  default void close() {}
}
