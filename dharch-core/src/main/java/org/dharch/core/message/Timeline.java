package org.dharch.core.message;

import java.util.List;
import org.dharch.api.MessageId;

/**
 * The history of one message. Times are nanoseconds since its admission, on the manager's clock. A
 * node reports its times as durations, so clocks need not agree. Immutable.
 *
 * @param id the message's id
 * @param orchestration the name of the orchestration it followed
 * @param selectedNanos when it moved from IMQueue to MPQueue
 * @param endedNanos when it ended
 * @param attempts every attempt of every handler, in the order of sending
 * @param mergeNanos the time spent merging, all stages together
 * @param notes other facts, a line each: skipped failures, conflicts, late replies
 */
public record Timeline(
    MessageId id,
    String orchestration,
    long selectedNanos,
    long endedNanos,
    List<Attempt> attempts,
    long mergeNanos,
    List<String> notes) {

  public Timeline {
    attempts = List.copyOf(attempts);
    notes = List.copyOf(notes);
  }

  /** That of a message to which nothing has happened. */
  public static Timeline empty(MessageId id, String orchestration) {
    return new Timeline(id, orchestration, 0, 0, List.of(), 0, List.of());
  }

  /**
   * One attempt of one handler.
   *
   * @param stage the stage, from 0
   * @param handler its name
   * @param node the node it was sent to
   * @param number the number of the attempt, from 1
   * @param sentNanos when it was sent
   * @param receivedNanos when its reply arrived; -1 if none did
   * @param queueNanos how long it waited in the node's queue
   * @param runNanos how long it ran (Tcomp of equation 1)
   * @param result how it ended, one word: performed, failed, timed-out, lost, sent (oneway),
   *     superseded
   * @param step the index of its task; -1 if unknown, such as when read from a store
   */
  public record Attempt(
      int stage,
      String handler,
      String node,
      int number,
      long sentNanos,
      long receivedNanos,
      long queueNanos,
      long runNanos,
      String result,
      int step) {

    /** The same with another result. */
    public Attempt result(String value) {
      return new Attempt(
          stage,
          handler,
          node,
          number,
          sentNanos,
          receivedNanos,
          queueNanos,
          runNanos,
          value,
          step);
    }

    /** Tdata + C of equation 1: the round trip less the time on the node; 0 without a reply. */
    public long transferNanos() {
      return receivedNanos < 0 ? 0 : Math.max(0, receivedNanos - sentNanos - queueNanos - runNanos);
    }
  }
}
