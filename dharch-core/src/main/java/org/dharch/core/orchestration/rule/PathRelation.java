package org.dharch.core.orchestration.rule;

import java.util.ArrayList;
import java.util.List;
import org.dharch.core.orchestration.Choose;
import org.dharch.core.orchestration.Construct;
import org.dharch.core.orchestration.Constructs;
import org.dharch.core.orchestration.OnFault;
import org.dharch.core.orchestration.Repeat;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;

/**
 * Computes the possible states of a rule at the end of an orchestration over all paths, without
 * walking each path. A rule is a small automaton that reads stages, and every construct is a
 * relation between states. A sequence is the product of its parts' relations, a choice their union,
 * a repetition a power computed by squaring. A sequence that catches faults also includes its
 * prefixes, followed by its fault sequence. The cost grows with the size of the description, not
 * with the number of paths.
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
    int[] all = then(relation(Sequence.of(List.copyOf(done))), relation(rest));
    return (all[0] & (1 << state)) != 0;
  }

  /** Every stage that some way meets: all of them. */
  static List<Stage> stages(List<Stage> done, Sequence rest) {
    List<Stage> stages = new ArrayList<>(done);
    Constructs.eachStage(rest, stages::add);
    return stages;
  }

  /** For each state the set of states, as bits, that can be reached from it. */
  private int[] relation(Construct construct) {
    if (construct instanceof Stage stage && stage.isBranched()) {
      return branched(stage);
    } else if (construct instanceof Stage stage) {
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
      for (OnFault fault : sequence.faults()) {
        reached = either(reached, then(cut(sequence.parts()), relation(fault.body())));
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

  /**
   * One branch after another, and the other way round: each two handlers of different branches, of
   * which either may come first, are met in both orders.
   */
  private int[] branched(Stage stage) {
    int[] onward = nothing();
    int[] backward = nothing();
    for (Sequence branch : stage.branches()) {
      onward = then(onward, relation(branch));
      backward = then(relation(branch), backward);
    }
    return either(onward, backward);
  }

  /**
   * Returns the relation for the prefixes of {@code construct}, including the empty one, when one
   * of its handlers fails. That handler decides nothing, since the message continues.
   */
  private int[] cut(Construct construct) {
    if (construct instanceof Stage stage && stage.isBranched()) {
      return cutBranches(stage);
    } else if (construct instanceof Stage stage) {
      return either(nothing(), relation(stage.asOptional()));
    } else if (construct instanceof Sequence sequence) {
      int[] failed = cut(sequence.parts());
      int[] reached = failed;
      for (OnFault fault : sequence.faults()) {
        reached = either(reached, then(failed, cut(fault.body())));
      }
      return reached;
    } else if (construct instanceof Choose choose) {
      int[] reached = cut(choose.otherwise());
      for (Choose.When when : choose.whens()) {
        reached = either(reached, cut(when.body()));
      }
      return reached;
    }
    Repeat repeat = (Repeat) construct;
    int[] before = either(nothing(), relation(repeat.body()));
    return then(power(before, repeat.times() - 1), cut(repeat.body()));
  }

  /** Returns the relation for prefixes of all branches of a stage. */
  private int[] cutBranches(Stage stage) {
    int[] onward = nothing();
    int[] backward = nothing();
    for (Sequence branch : stage.branches()) {
      int[] cut = either(cut(branch), relation(branch));
      onward = then(onward, cut);
      backward = then(cut, backward);
    }
    return either(onward, backward);
  }

  private int[] cut(List<Construct> parts) {
    int[] reached = nothing();
    int[] begun = nothing();
    for (Construct part : parts) {
      reached = either(reached, then(begun, cut(part)));
      begun = then(begun, relation(part));
    }
    return reached;
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
