package org.dharch.core.orchestration;

import java.util.ArrayList;
import java.util.List;

/**
 * What can have happened at the end of an orchestration, over all ways through it, without walking
 * each: a rule is a small automaton that reads stages, and every construct becomes the relation
 * "from this state that one can be reached". A sequence is the product of its parts' relations, a
 * choice their union, a repetition a power, found by squaring. So the cost grows with the size of
 * the description, not with the number of ways.
 */
final class PathRelation {
  /** The automaton: which state a stage leads to. States are numbered from 0, the first. */
  interface Move {
    int next(int state, Stage stage);
  }

  private final int states;
  private final Move move;

  PathRelation(int states, Move move) {
    this.states = states;
    this.move = move;
  }

  /** Whether some way ends in {@code state}. */
  boolean canEndIn(int state, List<Stage> done, Sequence rest) {
    int now = 0;
    for (Stage stage : done) {
      now = move.next(now, stage);
    }
    return (relation(rest)[now] & (1 << state)) != 0;
  }

  /** Every stage that some way meets: all of them. */
  static List<Stage> stages(List<Stage> done, Sequence rest) {
    List<Stage> stages = new ArrayList<>(done);
    Constructs.eachStage(rest, stages::add);
    return stages;
  }

  /** For each state the set of states, as bits, that can be reached from it. */
  private int[] relation(Construct construct) {
    if (construct instanceof Stage stage) {
      int[] reached = new int[states];
      for (int state = 0; state < states; state++) {
        reached[state] = 1 << move.next(state, stage);
      }
      return reached;
    } else if (construct instanceof Sequence sequence) {
      int[] reached = nothing();
      for (Construct part : sequence.parts()) {
        reached = then(reached, relation(part));
      }
      return reached;
    } else if (construct instanceof Choose choose) {
      int[] reached = relation(choose.otherwise());
      for (Choose.When when : choose.whens()) {
        reached = either(reached, relation(when.body()));
      }
      return reached;
    }
    Repeat repeat = (Repeat) construct;
    int[] once = relation(repeat.body());
    return power(repeat.condition().isPresent() ? either(once, nothing()) : once, repeat.times());
  }

  private int[] nothing() {
    int[] same = new int[states];
    for (int state = 0; state < states; state++) {
      same[state] = 1 << state;
    }
    return same;
  }

  private int[] power(int[] base, int exponent) {
    int[] result = nothing();
    int[] square = base;
    for (int left = exponent; left > 0; left >>= 1) {
      if ((left & 1) != 0) {
        result = then(result, square);
      }
      square = then(square, square);
    }
    return result;
  }

  private int[] then(int[] first, int[] second) {
    int[] reached = new int[states];
    for (int from = 0; from < states; from++) {
      for (int between = 0; between < states; between++) {
        if ((first[from] & (1 << between)) != 0) {
          reached[from] |= second[between];
        }
      }
    }
    return reached;
  }

  private int[] either(int[] one, int[] other) {
    int[] reached = new int[states];
    for (int state = 0; state < states; state++) {
      reached[state] = one[state] | other[state];
    }
    return reached;
  }
}
