package org.dharch.core.states;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A state machine as a table: one row for each state and trigger, with its action and the next
 * state. Total: a table with a missing or duplicate cell cannot be built. Immutable.
 *
 * @param <S> the states
 * @param <T> the triggers
 * @param <A> the actions
 */
public final class TransitionTable<S extends Enum<S>, T extends Enum<T>, A> {

  /** The kinds of cells. */
  public enum Kind {
    /** The action is run; the row's state follows. */
    TAKEN,
    /** The action is run if there is one; the state stays. */
    IGNORED,
    /** Impossible: an internal error if it happens. */
    NEVER
  }

  /**
   * One cell of the table.
   *
   * @param to the next states
   * @param action null if nothing is done
   * @param what describes the action
   */
  public record Row<S extends Enum<S>, T extends Enum<T>, A>(
      Kind kind, S from, T on, Set<S> to, A action, String what) {

    /** Whether the row has an action. */
    public boolean isTaken() {
      if (kind == Kind.NEVER) {
        throw new IllegalStateException(on + " in " + from + ": " + what);
      }
      return action != null;
    }

    /** The state after the action; a row with several is an error. */
    public S target() {
      if (to.size() != 1) {
        throw new IllegalStateException(on + " in " + from + " has the targets " + to);
      }
      return to.iterator().next();
    }

    public void check(S now) {
      if (!to.contains(now)) {
        throw new IllegalStateException(
            on + " in " + from + " led to " + now + "; the table has " + to);
      }
    }
  }

  /** By state, then by trigger. */
  private final List<Row<S, T, A>> rows;

  private final int triggers;

  private TransitionTable(List<Row<S, T, A>> rows, int triggers) {
    this.rows = List.copyOf(rows);
    this.triggers = triggers;
  }

  @SuppressWarnings("EnumOrdinal") // the list was filled in this order, by this very class
  public Row<S, T, A> row(S from, T on) {
    return rows.get(from.ordinal() * triggers + on.ordinal());
  }

  /** All rows, by state, then by trigger. */
  public List<Row<S, T, A>> rows() {
    return rows;
  }

  /** Builds a table. */
  public static final class Builder<S extends Enum<S>, T extends Enum<T>, A> {
    private final Class<S> states;
    private final Class<T> triggers;
    private final Map<S, Map<T, Row<S, T, A>>> rows;
    private Set<S> from = Set.of();

    public Builder(Class<S> states, Class<T> triggers) {
      this.states = states;
      this.triggers = triggers;
      this.rows = new EnumMap<>(states);
      for (S state : states.getEnumConstants()) {
        rows.put(state, new EnumMap<>(triggers));
      }
    }

    /** The following rows are for this state. */
    public Builder<S, T, A> in(S state) {
      return in(EnumSet.of(state));
    }

    /** The following rows are for each of these states. */
    public Builder<S, T, A> in(Set<S> each) {
      from = each;
      return this;
    }

    /** In this state {@code trigger} leads to one of these. */
    public Builder<S, T, A> on(T trigger, A action, String what, Set<S> to) {
      from.forEach(
          state -> add(new Row<>(Kind.TAKEN, state, trigger, EnumSet.copyOf(to), action, what)));
      return this;
    }

    /** In this state {@code trigger} leads to {@code to}. */
    public Builder<S, T, A> on(T trigger, A action, String what, S to) {
      return onEach(from, trigger, action, what, to);
    }

    /** In each of these states {@code trigger} leads to {@code to}. */
    public Builder<S, T, A> onEach(Set<S> states, T trigger, A action, String what, S to) {
      return onEach(states, trigger, action, what, EnumSet.of(to));
    }

    /** In each of these states {@code trigger} leads to the same state. */
    public Builder<S, T, A> stay(Set<S> states, T trigger, A action, String what) {
      states.forEach(state -> onEach(Set.of(state), trigger, action, what, state));
      return this;
    }

    /** In each of these states {@code trigger} leads to one of these. */
    public Builder<S, T, A> onEach(Set<S> states, T trigger, A action, String what, Set<S> to) {
      for (S state : states) {
        add(new Row<>(Kind.TAKEN, state, trigger, EnumSet.copyOf(to), action, what));
      }
      return this;
    }

    /** In these states {@code trigger} is ignored. */
    public Builder<S, T, A> ignored(T trigger, String what) {
      from.forEach(
          state -> add(new Row<>(Kind.IGNORED, state, trigger, EnumSet.of(state), null, what)));
      return this;
    }

    /** In every state without a row for them, the triggers keep the state. */
    public Builder<S, T, A> elsewhere(A action, String what, Set<T> ignored) {
      return fill(Kind.IGNORED, action, what, ignored);
    }

    /** In every state without a row for them, the triggers are impossible. */
    public Builder<S, T, A> neverElsewhere(String what, Set<T> impossible) {
      return fill(Kind.NEVER, null, what, impossible);
    }

    private Builder<S, T, A> fill(Kind kind, A action, String what, Set<T> which) {
      for (S state : states.getEnumConstants()) {
        for (T trigger : which) {
          if (!rows.get(state).containsKey(trigger)) {
            add(new Row<>(kind, state, trigger, EnumSet.of(state), action, what));
          }
        }
      }
      return this;
    }

    private void add(Row<S, T, A> row) {
      if (rows.get(row.from()).put(row.on(), row) != null) {
        throw new IllegalStateException(row.on() + " in " + row.from() + " is declared twice");
      }
    }

    /**
     * Builds the table.
     *
     * @throws IllegalStateException naming a missing cell
     */
    public TransitionTable<S, T, A> build() {
      List<Row<S, T, A>> all = new ArrayList<>();
      for (S state : states.getEnumConstants()) {
        for (T trigger : triggers.getEnumConstants()) {
          if (!rows.get(state).containsKey(trigger)) {
            throw new IllegalStateException(trigger + " in " + state + " is not declared");
          }
          all.add(rows.get(state).get(trigger));
        }
      }
      return new TransitionTable<>(all, triggers.getEnumConstants().length);
    }
  }
}
