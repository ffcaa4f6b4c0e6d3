package org.dharch.core.metrics;

/** The counters of a manager; each only grows. */
public enum Counter {
  ADMITTED("Messages taken in"),
  BUSY("Messages refused because IMQueue was full, or so much was before them that it was no use"),
  WAITED_TOO_LONG(
      "Messages that were rejected as busy because they had waited for the maximum time"),
  DEADLINE_UNREACHABLE(
      "Messages not begun because they could not have ended before their deadline"),
  ANSWERS_OVERDUE("Requests whose service did not answer in time; their slots went to others"),
  REFUSED("Messages refused because they could not be executed"),
  COMPLETED("Messages that ended completed"),
  FAILED("Messages that ended failed"),
  RESPONDED("Messages that a handler answered, or accepted"),
  TASK_BATCHES_SENT("Task batches handed to the transport"),
  SENDS_REFUSED("Task batches that the transport did not take"),
  STAGES_FORWARDED("Stages that nodes received from other nodes, not from their manager"),
  FORWARDS_REPAIRED(
      "Task batches sent for handlers to which a node was to pass their message, and which were"
          + " late"),
  RESULTS_APPLIED("Handler results applied"),
  RESULTS_IGNORED(
      "Handler results for an unknown message, a superseded attempt, or a second time; ignored"),
  MALFORMED("Replies and heartbeats that could not be read; ignored"),
  FORGED("Messages on the broker with an invalid signature, or that were sent before"),
  RETRIES("Attempts repeated after a failure"),
  DEFERRED("Attempts whose handler did nothing and wanted the message later"),
  TIME_OUTS("Attempts that ran out of time"),
  REROUTED("Attempts moved to another node because theirs was lost"),
  MOVED("Attempts moved because their node refused them or did not start them in time"),
  REPEATS_DENIED("Attempts not repeated because the retry budget was used up"),
  NO_TIME_LEFT("Attempts not sent because their handler could not end before the deadline"),
  SKIPPED("Failures of handlers that need not perform"),
  CAUGHT("Faults that a sequence caught: it was compensated, and its message continued"),
  CONFLICTS("Changes that two handlers of one stage made to the same part"),
  COMPENSATED("Compensators that ran"),
  COMPENSATIONS_FAILED("Compensators that could not be run, or failed"),
  END_NOTICE_LOST("Completion callbacks that could not be delivered"),
  CHANGES_REFUSED("Changes of a message's orchestration that were refused"),
  EMISSIONS("Emissions of handlers that this manager took"),
  EMISSIONS_AGAIN("Duplicate emissions that were ignored"),
  EMISSIONS_FAILED("Emissions, and addresses of such, that were not delivered or sent"),
  NODES_JOINED("Nodes that joined"),
  NODES_LOST("Nodes that went without a word"),
  STORED("One-way messages stored before they were acknowledged"),
  REPLAYED(
      "Stored messages that were admitted: after a restart, when hosted again, or for a replay"),
  FAILED_DROPPED(
      "Failed messages that are not kept (any more) because the bound on them was reached"),
  RESUMED("Messages that were gone on with where an earlier life of the manager had left them"),
  UNRESOLVED("Messages that ended with something to be compensated yet"),
  PROGRESS_NOT_WRITTEN(
      "Times that it could not be written how far a message is, or what became of it"),
  ERRORS("Exceptions out of a gateway or a stage of the pipeline; each is logged");

  private final String help;

  Counter(String help) {
    this.help = help;
  }

  /** A description in one line. */
  public String help() {
    return help;
  }
}
