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
   * Initializes a handler that uses timers or emissions. The node calls this method; by default it
   * calls {@link #init(Map)}.
   *
   * @param parameters those of the node document
   * @param node the node, usable until {@link #close()} returns
   * @throws Exception if the handler cannot work; the node then refuses to start
   */
  default void init(Map<String, String> parameters, NodeContext node) throws Exception {
    init(parameters);
  }

  /**
   * Performs the handler's work on one message.
   *
   * @return its changes; {@link Changes#NONE} if there are none. It may also respond to the
   *     message, accept or defer it, and emit others: see {@link Changes.Builder}
   * @throws Exception if it failed; the orchestration defines the consequence. Its thread is
   *     interrupted when its time to finish has run out
   */
  Changes handle(HandlerMessage message) throws Exception;

  /** How a message can end. */
  enum Ending {
    COMPLETED,
    /** The message's property {@code dharch.fault} has the reason. */
    FAILED,
    /** A handler responded to it, or accepted it; its service was not called. */
    RESPONDED
  }

  /**
   * Called at the end of a message on which this handler performed, if its entry in the
   * orchestration has {@code completionCallback}; in the reverse order of performing, like Axis2's
   * {@code flowComplete}. Not repeated if the notification is lost.
   *
   * @param message the message as it was at its end
   * @throws Exception is logged
   */
  default void ended(HandlerMessage message, Ending ending) throws Exception {}

  /**
   * Called with the outcome of an emission that this handler made on this node in the node's
   * present incarnation. At most once for each address; not repeated if the notification is lost.
   *
   * @param id the {@link Emission#id()}
   * @throws Exception is logged
   */
  default void emitted(MessageId id, Emitted outcome) throws Exception {}

  /** Called once, after the last message. */
  @Override
  default void close() {}
}
