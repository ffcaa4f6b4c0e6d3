package org.dharch.core.metrics;

/** Everything that a manager counts; each only ever grows. */
public enum Counter {
  /** Messages taken in. */
  ADMITTED,
  /** Messages refused because IMQueue was full, or so much was before them that it was no use. */
  BUSY,
  /** Messages that were told "busy" because they had waited as long as a message may. */
  WAITED_TOO_LONG,
  /** Messages not begun because they could not have ended before their deadline. */
  DEADLINE_UNREACHABLE,
  /** Requests whose service did not answer in time; their slots went to others. */
  ANSWERS_OVERDUE,
  /** Messages refused because they could not be executed. */
  REFUSED,
  /** Messages that ended completed. */
  COMPLETED,
  /** Messages that ended halted. */
  HALTED,
  /** Messages that a handler answered, or accepted. */
  ANSWERED,
  /** Task batches handed to the transport. */
  TASK_BATCHES_SENT,
  /** Task batches that the transport did not take. */
  SENDS_REFUSED,
  /** Stages that came to their nodes from other nodes, not from their manager. */
  STAGES_PASSED,
  /**
   * Task batches sent for handlers to which a node was to pass their message, and which were late.
   */
  PASSES_MENDED,
  /** Handler results applied. */
  RESULTS_APPLIED,
  /** Handler results for an unknown message, a superseded attempt, or a second time; ignored. */
  RESULTS_IGNORED,
  /** Replies and heartbeats that could not be read; ignored. */
  MALFORMED,
  /** Messages on the broker that no key of this system vouches for, or that were sent before. */
  FORGED,
  /** Attempts repeated after a failure. */
  RETRIES,
  /** Attempts whose handler did nothing and wanted the message later. */
  PUT_OFF,
  /** Attempts that ran out of time. */
  TIME_OUTS,
  /** Task batches sent again because their node was lost. */
  REROUTED,
  /** Failures of handlers that need not perform. */
  NEGLECTED,
  /** Changes that two handlers of one stage made to the same part. */
  CONFLICTS,
  /** Compensators that ran. */
  COMPENSATED,
  /** Compensators that could not be run, or failed. */
  COMPENSATIONS_FAILED,
  /** Handlers that asked to hear of a message's end and could not be told. */
  END_NOTICE_LOST,
  /** Changes of a message's orchestration that were refused. */
  CHANGES_REFUSED,
  /** Emissions of handlers that this manager took. */
  EMISSIONS,
  /** Emissions that came again; they were not taken again. */
  EMISSIONS_AGAIN,
  /** Emissions, and addresses of such, that were not delivered or sent. */
  EMISSIONS_FAILED,
  /** Nodes that came. */
  NODES_JOINED,
  /** Nodes that went without a word. */
  NODES_LOST,
  /** One-way messages stored before they were acknowledged. */
  STORED,
  /** Stored messages taken in again: after a restart, when their handlers came, or for a replay. */
  REVIVED,
  /** Halted messages that are not kept (any more) because the bound on them was reached. */
  HALTED_DROPPED,
  /** Messages that were gone on with where an earlier life of the manager had left them. */
  RESUMED,
  /** Messages that ended with something to be undone yet. */
  UNRESOLVED,
  /** Times that it could not be written how far a message is. */
  PROGRESS_NOT_WRITTEN,
  /** Exceptions out of a gateway or a stage of the pipeline; each is logged. */
  ERRORS
}
