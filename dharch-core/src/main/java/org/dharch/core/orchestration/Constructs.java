package org.dharch.core.orchestration;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Questions about constructs and all that is in them. */
public final class Constructs {
  private Constructs() {}

  /** Returns how many handlers the longest path has; at most {@link Integer#MAX_VALUE}. */
  public static int mostHandlers(Construct construct) {
    if (construct instanceof Stage stage) {
      return stage.handlers().size();
    } else if (construct instanceof Sequence sequence) {
      long sum = sequence.parts().stream().mapToLong(Constructs::mostHandlers).sum();
      long then = sequence.faults().stream().mapToLong(f -> mostHandlers(f.body())).max().orElse(0);
      return (int) Math.min(Integer.MAX_VALUE, sum + then);
    } else if (construct instanceof Choose choose) {
      return bodies(choose).mapToInt(Constructs::mostHandlers).max().orElse(0);
    } else {
      Repeat repeat = (Repeat) construct;
      long all = (long) repeat.times() * mostHandlers(repeat.body());
      return (int) Math.min(Integer.MAX_VALUE, all);
    }
  }

  /**
   * Returns the nesting depth of sequences: 1 for a sequence that has only stages. The remainder of
   * a catching sequence is nested one level deeper than the original.
   */
  public static int mostDepth(Sequence body) {
    return depth(body) + (body.catches() ? 1 : 0);
  }

  private static int depth(Sequence sequence) {
    int inner = sequence.faults().stream().mapToInt(f -> depth(f.body())).max().orElse(0);
    for (Construct part : sequence.parts()) {
      if (part instanceof Sequence nested) {
        inner = Math.max(inner, depth(nested));
      } else if (part instanceof Choose choose) {
        inner = Math.max(inner, bodies(choose).mapToInt(Constructs::depth).max().orElse(0));
      } else if (part instanceof Repeat repeat) {
        inner = Math.max(inner, depth(repeat.body()));
      }
    }
    return inner + 1;
  }

  /** Whether there is no handler on any way. */
  public static boolean isNothing(Construct construct) {
    return mostHandlers(construct) == 0;
  }

  /** Visits every stage in {@code construct}, on any path, in document order. */
  public static void eachStage(Construct construct, Consumer<Stage> action) {
    if (construct instanceof Stage stage) {
      action.accept(stage);
    } else if (construct instanceof Sequence sequence) {
      sequence.parts().forEach(part -> eachStage(part, action));
      sequence.faults().forEach(fault -> eachStage(fault.body(), action));
    } else if (construct instanceof Choose choose) {
      bodies(choose).forEach(body -> eachStage(body, action));
    } else {
      eachStage(((Repeat) construct).body(), action);
    }
  }

  /** Whether {@code which} holds for any handler in {@code construct}, on any path. */
  public static boolean anyHandler(Construct construct, Predicate<HandlerEntry> which) {
    if (construct instanceof Stage stage) {
      return stage.handlers().stream().anyMatch(which);
    } else if (construct instanceof Sequence sequence) {
      return sequence.parts().stream().anyMatch(part -> anyHandler(part, which))
          || sequence.faults().stream().anyMatch(fault -> anyHandler(fault.body(), which));
    } else if (construct instanceof Choose choose) {
      return bodies(choose).anyMatch(body -> anyHandler(body, which));
    } else {
      return anyHandler(((Repeat) construct).body(), which);
    }
  }

  /**
   * Returns the handlers on every path through {@code construct}, by their entries. A path may end
   * where a handler may respond: handlers after it are not certain. Neither are handlers that may
   * be left out because another is the first of its stage or its sequence catches a fault.
   */
  public static Set<HandlerEntry> certain(Construct construct) {
    if (construct instanceof Stage stage) {
      return certain(stage);
    } else if (construct instanceof Sequence sequence) {
      Set<HandlerEntry> all = new LinkedHashSet<>();
      if (sequence.catches()) {
        return all;
      }
      for (Construct part : sequence.parts()) {
        all.addAll(certain(part));
        if (mayEnd(part)) {
          break;
        }
      }
      return all;
    } else if (construct instanceof Choose choose) {
      Set<HandlerEntry> common = certain(choose.otherwise());
      choose.whens().forEach(when -> common.retainAll(certain(when.body())));
      return common;
    } else {
      Repeat repeat = (Repeat) construct;
      return repeat.condition().isEmpty() ? certain(repeat.body()) : new LinkedHashSet<>();
    }
  }

  private static Set<HandlerEntry> certain(Stage stage) {
    Set<HandlerEntry> all = new LinkedHashSet<>();
    if (stage.isBranched()) {
      Branches.stages(stage.branches()).forEach(inner -> all.addAll(certain(inner)));
    } else if (!stage.first()) {
      all.addAll(stage.handlers());
    }
    return all;
  }

  /** Whether some path may end in {@code construct}, because one of its handlers may respond. */
  static boolean mayEnd(Construct construct) {
    return anyHandler(construct, HandlerEntry::mayRespond);
  }

  public static String notation(Construct construct) {
    if (construct instanceof Stage stage && stage.isBranched()) {
      return stage.branches().stream()
          .map(Constructs::notation)
          .collect(Collectors.joining(",", "{", "}"));
    } else if (construct instanceof Stage stage) {
      return stage.handlers().stream()
          .map(HandlerEntry::name)
          .collect(Collectors.joining(stage.first() ? "|" : ",", "{", "}"));
    } else if (construct instanceof Sequence sequence) {
      return Stream.concat(
              sequence.parts().stream().map(Constructs::part),
              sequence.faults().stream().map(Constructs::notation))
          .collect(Collectors.joining(" "));
    } else if (construct instanceof Choose choose) {
      return bodies(choose).map(Constructs::notation).collect(Collectors.joining("|", "(?", ")"));
    } else {
      Repeat repeat = (Repeat) construct;
      return repeat.times() + "*(" + notation(repeat.body()) + ")";
    }
  }

  /** One part of a sequence. */
  private static String part(Construct construct) {
    boolean catches = construct instanceof Sequence sequence && sequence.catches();
    return catches ? "(" + notation(construct) + ")" : notation(construct);
  }

  private static String notation(OnFault fault) {
    String codes = fault.codes().stream().map(Enum::name).collect(Collectors.joining("+"));
    return "!" + codes + "(" + notation(fault.body()) + ")";
  }

  private static Stream<Sequence> bodies(Choose choose) {
    return Stream.concat(
        choose.whens().stream().map(Choose.When::body), Stream.of(choose.otherwise()));
  }
}
