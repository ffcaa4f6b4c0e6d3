package org.dharch.core.view;

import org.dharch.api.MessageId;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.message.TraceContext;

/** Reports spans of messages. Any thread. */
public interface TraceListener {
  /**
   * Whether the trace that a message begins is to be reported; asked of one that is in no trace
   * when it is admitted. Cheap.
   */
  boolean reports(MessageId id);

  /**
   * A message has ended that is to be reported. Called in the manager's turn: it must not block,
   * and what it throws is logged.
   *
   * @param submission as it was admitted; its properties have the message's own {@link
   *     TraceContext}
   * @param came in which span it came; its own if it begins the trace
   * @param outcome how it ended, with its timeline
   */
  void ended(Submission submission, TraceContext came, Outcome outcome);
}
