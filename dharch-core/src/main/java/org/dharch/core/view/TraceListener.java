package org.dharch.core.view;

import org.dharch.api.MessageId;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.message.TraceContext;

/** Reports spans of messages. Any thread. */
public interface TraceListener {
  /**
   * Returns whether to report a trace that starts with this message. Called at the admission of a
   * message without a trace; must be fast.
   */
  boolean reports(MessageId id);

  /**
   * Reports a message that has ended. Called on the event loop: it must not block. Exceptions are
   * logged.
   *
   * @param submission as admitted; its properties have the message's own {@link TraceContext}
   * @param parent the span in which it arrived; its own if it starts the trace
   * @param outcome how it ended, with its timeline
   */
  void ended(Submission submission, TraceContext parent, Outcome outcome);
}
