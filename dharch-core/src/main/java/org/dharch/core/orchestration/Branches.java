package org.dharch.core.orchestration;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Checks the branches of a stage. */
public final class Branches {
  private Branches() {}

  /** Returns all stages in {@code branches}, branch by branch; skips other constructs. */
  static Stream<Stage> stages(List<Sequence> branches) {
    return branches.stream()
        .flatMap(branch -> branch.parts().stream())
        .filter(Stage.class::isInstance)
        .map(Stage.class::cast);
  }

  /** Returns why these cannot be the branches of a stage with {@code handlers}. */
  public static Optional<String> objection(
      List<Sequence> branches, List<HandlerEntry> handlers, boolean first) {
    if (first) {
      return Optional.of("a stage with first='true' must have only handlers (got branches)");
    } else if (branches.size() < 2) {
      return Optional.of("a stage must have at least two branches (got 1)");
    }
    for (Sequence branch : branches) {
      boolean fits =
          !branch.isEmpty()
              && !branch.catches()
              && branch.parts().stream()
                  .allMatch(part -> part instanceof Stage stage && !stage.isBranched());
      if (!fits) {
        return Optional.of(
            "a branch must be one or more stages without branches (got "
                + Constructs.notation(branch)
                + ")");
      }
    }
    if (!handlers.equals(stages(branches).flatMap(s -> s.handlers().stream()).toList())) {
      return Optional.of(
          "the handlers of a stage must be those of its branches (got " + handlers + ")");
    }
    return objection(branches);
  }

  /** Returns why these branches, each of them valid, cannot share a stage. */
  public static Optional<String> objection(List<Sequence> branches) {
    List<HandlerEntry> before = new ArrayList<>();
    for (Sequence branch : branches) {
      List<HandlerEntry> own =
          stages(List.of(branch)).flatMap(stage -> stage.handlers().stream()).toList();
      Set<String> names = new HashSet<>();
      for (HandlerEntry entry : own) {
        if (entry.mayRespond()) {
          return Optional.of(
              "handler '"
                  + entry.name()
                  + "' may respond, so it must be in a stage without branches");
        }
        Optional<String> objection =
            names.add(entry.name())
                ? before.stream()
                    .flatMap(other -> Stage.objection(other, entry, false).stream())
                    .findFirst()
                : Optional.of("handler '" + entry.name() + "' must occur only once in a branch");
        if (objection.isPresent()) {
          return objection;
        }
      }
      before.addAll(own);
    }
    return Optional.empty();
  }

  static Sequence asOptional(Sequence branch) {
    return Sequence.of(
        branch.parts().stream().map(part -> (Construct) ((Stage) part).asOptional()).toList());
  }

  /** Those of {@code names} that may run at the same time in {@code stage}, if several may. */
  public static Set<String> together(Stage stage, Set<String> names) {
    Set<String> all = new TreeSet<>(stage.names());
    all.retainAll(names);
    if (!stage.isBranched()) {
      return all;
    }
    for (Sequence branch : stage.branches()) {
      Set<String> own = new TreeSet<>();
      for (Construct part : branch.parts()) {
        Set<String> here = together((Stage) part, names);
        if (here.size() > 1) {
          return here;
        }
        own.addAll(here);
      }
      if (own.equals(all)) {
        return Set.of(); // one after another
      }
    }
    return all;
  }
}
