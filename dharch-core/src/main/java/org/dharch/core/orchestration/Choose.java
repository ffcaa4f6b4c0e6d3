package org.dharch.core.orchestration;

import java.util.List;
import java.util.Objects;

/**
 * A choice by the message's present content: the first body whose condition holds, or {@code
 * otherwise}.
 *
 * @param whens at least one, tried in order
 * @param otherwise the body if no condition holds; may be empty
 */
public record Choose(List<When> whens, Sequence otherwise) implements Construct {

  /**
   * One alternative.
   *
   * @param condition its condition
   * @param body its content; may be empty
   */
  public record When(Condition condition, Sequence body) {
    public When {
      Objects.requireNonNull(condition, "condition");
      Objects.requireNonNull(body, "body");
    }
  }

  public Choose {
    whens = List.copyOf(whens);
    Objects.requireNonNull(otherwise, "otherwise");
    if (whens.isEmpty()) {
      throw new IllegalArgumentException("a choose must have at least one when");
    }
  }

  /** A choice of one way, that does nothing if {@code condition} does not hold. */
  public static Choose when(Condition condition, Construct... body) {
    return new Choose(List.of(new When(condition, Sequence.of(body))), Sequence.EMPTY);
  }

  /** This choice with one more way, tried after those it has. */
  public Choose orWhen(Condition condition, Construct... body) {
    List<When> more = new java.util.ArrayList<>(whens);
    more.add(new When(condition, Sequence.of(body)));
    return new Choose(more, otherwise);
  }

  public Choose otherwise(Construct... body) {
    return new Choose(whens, Sequence.of(body));
  }
}
