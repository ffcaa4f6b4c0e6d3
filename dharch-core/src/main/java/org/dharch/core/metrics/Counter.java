package org.dharch.core.metrics;

/** The counters of a manager; each only grows. */
public enum Counter {
  ADMITTED("Messages admitted"),
  BUSY("Messages rejected because the queue was full or the expected wait was too long"),
  WAITED_TOO_LONG("Messages rejected because they had waited for the maximum time"),
  DEADLINE_UNREACHABLE("Messages not started because they could not end before their deadline"),
  ANSWERS_OVERDUE("Requests whose service did not respond in time; others took their slots"),
  REFUSED("Messages rejected because they could not be executed"),
  COMPLETED("Messages that completed"),
  FAILED("Messages that failed"),
  RESPONDED("Messages that a handler answered or accepted"),
  TASK_BATCHES_SENT("Task batches passed to the transport"),
  SENDS_REFUSED("Task batches that the transport rejected"),
  STAGES_FORWARDED("Stages that nodes received from other nodes"),
  FORWARDS_REPAIRED("Task batches sent because a forwarding node was late"),
  RESULTS_APPLIED("Handler results applied"),
  RESULTS_IGNORED("Handler results ignored: unknown message, superseded attempt, or duplicate"),
  MALFORMED("Replies and heartbeats that could not be read"),
  FORGED("Messages on the broker with an invalid signature, or replayed"),
  RETRIES("Attempts after a failure"),
  DEFERRED("Attempts whose handler deferred the message"),
  TIME_OUTS("Attempts that timed out"),
  REROUTED("Attempts moved to another node because theirs was lost"),
  MOVED("Attempts moved because their node refused them or did not start them in time"),
  REPEATS_DENIED("Attempts not repeated because the retry budget was used up"),
  NO_TIME_LEFT("Attempts not sent because their handler could not end before the deadline"),
  SKIPPED("Failures of handlers that need not perform"),
  CAUGHT("Faults that a sequence caught; its message continued"),
  CONFLICTS("Changes of one part by two handlers of a stage"),
  COMPENSATED("Compensators that performed"),
  COMPENSATIONS_FAILED("Compensators that failed or could not run"),
  END_NOTICE_LOST("Completion callbacks that could not be delivered"),
  CHANGES_REFUSED("Changes of a message's orchestration that were rejected"),
  EMISSIONS("Emissions of handlers that were accepted"),
  EMISSIONS_AGAIN("Duplicate emissions that were ignored"),
  EMISSIONS_FAILED("Emissions, and addresses of emissions, that were not delivered"),
  NODES_JOINED("Nodes that joined"),
  NODES_LOST("Nodes lost without a departure"),
  STORED("One-way messages stored before they were acknowledged"),
  REPLAYED("Stored messages admitted after a restart or for a replay"),
  FAILED_DROPPED("Failed messages dropped because the store was full"),
  RESUMED("Messages resumed from the progress of an earlier incarnation of the manager"),
  UNRESOLVED("Messages that ended with pending compensations"),
  PROGRESS_NOT_WRITTEN("Failures to store the progress or the outcome of a message"),
  ERRORS("Internal errors; each is logged");

  private final String help;

  Counter(String help) {
    this.help = help;
  }

  /** A description in one line. */
  public String help() {
    return help;
  }
}
