package org.dharch.core.execution.recovery;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Decides what follows an attempt that did not perform (seed 000, section 3.3). Pure: reads only
 * its arguments. docs/state-machines.md is generated from this table.
 */
public final class RecoveryTable {
  /**
   * How often a silent node is asked again for one attempt. Each time waits for the handler's
   * patience; the message's deadline ends the attempts before if it is shorter.
   */
  public static final int MAX_ASKS = 3;

  /** How often a step is moved to another node without a failure of its handler. */
  public static final int MAX_REROUTES = 16;

  /** How many nodes may be lost during attempts of one step: the handler may be what ends them. */
  public static final int MAX_LOSSES = 3;

  /** The rows are AttemptEnd, the columns AttemptSubject, the cells Recovery; "-" is impossible. */
  private static final String TABLE =
      """
                      STATELESS    ATOMIC       QUASI_ATOMIC NON_ATOMIC   HALTING    HALTING_STATEFUL COMPENSATOR NOTIFICATION
      NOT_SERVED      HOLD_DURABLE HOLD_DURABLE HOLD_DURABLE HOLD_DURABLE GIVE_UP    GIVE_UP          HOLD        GIVE_UP
      NO_CAPACITY     GIVE_UP      GIVE_UP      GIVE_UP      GIVE_UP      GIVE_UP    GIVE_UP          GIVE_UP     GIVE_UP
      NO_TIME         GIVE_UP      GIVE_UP      GIVE_UP      GIVE_UP      GIVE_UP    GIVE_UP          -           -
      NOT_SENT        SOON         SOON         SOON         SOON         GIVE_UP    GIVE_UP          SOON        SOON
      RESEND_NOT_SENT SOON         WAIT         WAIT         WAIT         GIVE_UP    WAIT             -           -
      NOT_STARTED     ELSEWHERE    ELSEWHERE    ELSEWHERE    ELSEWHERE    GIVE_UP    GIVE_UP          ELSEWHERE   GIVE_UP
      REJECTED        ELSEWHERE    ELSEWHERE    ELSEWHERE    ELSEWHERE    GIVE_UP    GIVE_UP          ELSEWHERE   GIVE_UP
      THREW           RETRY        RETRY        COMPENSATE   GIVE_UP      GIVE_UP    GIVE_UP          RETRY       GIVE_UP
      DEFERRED        DEFER        DEFER        DEFER        DEFER        GIVE_UP    GIVE_UP          DEFER       DEFER
      STALE           AT_ONCE      AT_ONCE      AT_ONCE      AT_ONCE      GIVE_UP    GIVE_UP          GIVE_UP     GIVE_UP
      NO_REPLY        RETRY        ASK_AGAIN    ASK_AGAIN    ASK_AGAIN    GIVE_UP    GIVE_UP          ASK_AGAIN   GIVE_UP
      SILENT          RETRY        GIVE_UP      COMPENSATE   GIVE_UP      GIVE_UP    GIVE_UP          AWAIT_NODE  GIVE_UP
      NODE_LOST       ELSEWHERE    AWAIT_NODE   AWAIT_NODE   AWAIT_NODE   GIVE_UP    AWAIT_NODE       AWAIT_NODE  GIVE_UP
      NODE_STAYS_LOST RETRY        GIVE_UP      COMPENSATE   GIVE_UP      GIVE_UP    GIVE_UP          GIVE_UP     GIVE_UP
      UNKNOWN         RETRY        GIVE_UP      COMPENSATE   GIVE_UP      GIVE_UP    GIVE_UP          GIVE_UP     GIVE_UP
      UNFIT           RETRY        DISCARD      COMPENSATE   GIVE_UP      GIVE_UP    GIVE_UP          -           -
      CONFLICT        DISCARD      DISCARD      DISCARD      DISCARD      DISCARD    DISCARD          -           -
      COMPENSATED     -            RETRY        RETRY        -            -          GIVE_UP          -           -
      NOT_COMPENSATED -            GIVE_UP      GIVE_UP      -            -          GIVE_UP          -           -
      """;

  /**
   * The bounds of one step.
   *
   * @param required whether the message cannot continue without the step
   * @param isDurable whether the step is required by a durable one-way message
   * @param retriesLeft whether the handler may fail once more, and another attempt can end before
   *     the message's deadline
   * @param affordable whether the orchestration's {@link RetryBudget} allows another attempt; does
   *     not restrict moves from lost nodes, which work no more
   * @param movesLeft whether the step may move to another node
   * @param lossesLeft whether another node may be lost
   * @param mayAsk whether the node is alive and may be asked once more
   * @param isOptionalWithTraces whether the message continues without the step, and its compensator
   *     is due
   */
  public record Bounds(
      boolean required,
      boolean isDurable,
      boolean retriesLeft,
      boolean affordable,
      boolean movesLeft,
      boolean lossesLeft,
      boolean mayAsk,
      boolean isOptionalWithTraces) {

    /** The bounds without a budget. */
    public Bounds unlimited() {
      return new Bounds(
          required,
          isDurable,
          retriesLeft,
          true,
          movesLeft,
          lossesLeft,
          mayAsk,
          isOptionalWithTraces);
    }
  }

  private static final Map<AttemptEnd, Map<AttemptSubject, Recovery>> CELLS = parse(TABLE);

  private RecoveryTable() {}

  /** The decision for one attempt, within the bounds of its step. */
  public static Recovery decide(AttemptEnd end, AttemptSubject subject, Bounds bounds) {
    Recovery cell = cell(end, subject);
    if (cell == null) {
      throw new IllegalStateException(end + " does not happen to " + subject);
    }
    return switch (cell) {
      case RETRY -> bounds.retriesLeft() ? affordable(cell, bounds) : givenUp(bounds);
      case ELSEWHERE -> elsewhere(end, bounds);
      case ASK_AGAIN -> bounds.mayAsk() ? cell : decide(AttemptEnd.SILENT, subject, bounds);
      case HOLD_DURABLE -> bounds.isDurable() ? Recovery.HOLD : givenUp(bounds);
      case DISCARD -> bounds.isOptionalWithTraces() ? cell : givenUp(bounds);
      case GIVE_UP -> givenUp(bounds);
      case SOON, AT_ONCE, DEFER, BACK_OFF, WAIT, AWAIT_NODE, HOLD, COMPENSATE, FAIL, SKIP -> cell;
    };
  }

  private static Recovery elsewhere(AttemptEnd end, Bounds bounds) {
    if (end == AttemptEnd.NODE_LOST && !bounds.lossesLeft()) {
      return givenUp(bounds);
    } else if (bounds.movesLeft()) {
      return end == AttemptEnd.NODE_LOST
          ? Recovery.ELSEWHERE
          : affordable(Recovery.ELSEWHERE, bounds);
    }
    return bounds.isDurable() && end != AttemptEnd.NOT_STARTED
        ? Recovery.BACK_OFF
        : givenUp(bounds);
  }

  private static Recovery affordable(Recovery repeat, Bounds bounds) {
    if (bounds.affordable()) {
      return repeat;
    }
    return bounds.isDurable() ? Recovery.BACK_OFF : givenUp(bounds);
  }

  private static Recovery givenUp(Bounds bounds) {
    return bounds.required() ? Recovery.FAIL : Recovery.SKIP;
  }

  /** The cell; null if it is impossible. */
  public static Recovery cell(AttemptEnd end, AttemptSubject subject) {
    return CELLS.get(end).get(subject);
  }

  /**
   * Reads a table.
   *
   * @throws IllegalStateException naming a row or column that is missing, unknown or not in order
   */
  static Map<AttemptEnd, Map<AttemptSubject, Recovery>> parse(String text) {
    List<String> lines = text.lines().toList();
    List<String> columns = words(lines.get(0));
    if (!columns.equals(names(AttemptSubject.values()))) {
      throw new IllegalStateException("columns must be " + names(AttemptSubject.values()));
    }
    Map<AttemptEnd, Map<AttemptSubject, Recovery>> rows = new EnumMap<>(AttemptEnd.class);
    for (String line : lines.subList(1, lines.size())) {
      List<String> words = words(line);
      if (words.size() != 1 + columns.size()) {
        throw new IllegalStateException("row must have " + columns.size() + " cells: " + line);
      }
      Map<AttemptSubject, Recovery> row = new EnumMap<>(AttemptSubject.class);
      for (AttemptSubject subject : AttemptSubject.values()) {
        String cell = words.get(1 + columns.indexOf(subject.name()));
        if (!cell.equals("-")) {
          row.put(subject, Recovery.valueOf(cell));
        }
      }
      if (rows.put(AttemptEnd.valueOf(words.get(0)), row) != null) {
        throw new IllegalStateException("row is declared twice: " + line);
      }
    }
    if (rows.size() != AttemptEnd.values().length) {
      throw new IllegalStateException("rows must be " + names(AttemptEnd.values()));
    }
    return rows;
  }

  private static List<String> words(String line) {
    return List.of(line.strip().split(" +"));
  }

  private static List<String> names(Enum<?>[] values) {
    return List.of(values).stream().map(Enum::name).toList();
  }
}
