package org.dharch.core.execution;

import java.util.List;
import java.util.Optional;
import org.dharch.api.Changes.Verdict;
import org.dharch.api.Limits;
import org.dharch.core.execution.StageMerge.Contribution;
import org.dharch.core.execution.StageMerge.MalformedChanges;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.envelope.Envelopes;

/**
 * The handler of a stage that answers the message itself, or accepts it, and whether it may. Pure.
 */
final class StageResponse {
  private StageResponse() {}

  /** The handler of {@code contributions} that answers the message; the first if several do. */
  static Optional<Contribution> of(List<Contribution> contributions) {
    return contributions.stream().filter(StageResponse::answers).findFirst();
  }

  /** Whether its result answers the message, or accepts it. */
  static boolean answers(Contribution one) {
    return one.changes().verdict().isPresent(); // a later one has not performed
  }

  /** The first that answers and may not, or whose answer is no answer to {@code envelope}. */
  static Optional<MalformedChanges> notAllowed(
      byte[] envelope, List<Contribution> contributions, Limits limits) {
    for (Contribution one : contributions) {
      if (answers(one)) {
        Optional<String> why = one.noAnswer().or(() -> noAnswer(envelope, one, limits));
        if (why.isPresent()) {
          return Optional.of(new MalformedChanges(one, why.get()));
        }
      }
    }
    return Optional.empty();
  }

  /** Why what it answers cannot be the response to {@code envelope}; empty if it can. */
  private static Optional<String> noAnswer(byte[] envelope, Contribution one, Limits limits) {
    if (!(one.changes().verdict().orElseThrow() instanceof Verdict.Respond respond)) {
      return Optional.empty();
    }
    int length = respond.envelope().length;
    if (length > limits.maxPayloadBytes()) {
      return Optional.of(
          "its answer's " + length + " bytes > maxPayloadBytes=" + limits.maxPayloadBytes());
    }
    boolean soap12;
    try {
      soap12 = Envelopes.outline(respond.envelope(), limits).soap12();
    } catch (MalformedMessageException e) {
      return Optional.of("its answer is no envelope: " + e.getMessage());
    }
    return soap12 == Envelopes.outline(envelope, limits).soap12()
        ? Optional.empty()
        : Optional.of(
            "its answer is of SOAP " + version(soap12) + ", the message of " + version(!soap12));
  }

  private static String version(boolean soap12) {
    return soap12 ? "1.2" : "1.1";
  }
}
