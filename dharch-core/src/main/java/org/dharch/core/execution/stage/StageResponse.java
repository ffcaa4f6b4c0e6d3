package org.dharch.core.execution.stage;

import java.util.List;
import java.util.Optional;
import org.dharch.api.Changes.Verdict;
import org.dharch.api.Limits;
import org.dharch.core.execution.stage.StageMerge.Contribution;
import org.dharch.core.execution.stage.StageMerge.MalformedChanges;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.envelope.Envelopes;

/** Finds the handler of a stage that responds to the message, and checks its response. Pure. */
final class StageResponse {
  private StageResponse() {}

  /** The first handler that responds. */
  static Optional<Contribution> of(List<Contribution> contributions) {
    return contributions.stream().filter(StageResponse::responds).findFirst();
  }

  /** Whether the handler responds to the message, or accepts it. */
  static boolean responds(Contribution one) {
    return one.changes().verdict().isPresent(); // a deferred handler has not performed
  }

  /** The first response that is not allowed or does not fit {@code envelope}. */
  static Optional<MalformedChanges> notAllowed(
      byte[] envelope, List<Contribution> contributions, Limits limits) {
    for (Contribution one : contributions) {
      if (responds(one)) {
        Optional<String> why =
            one.responseObjection().or(() -> responseObjection(envelope, one, limits));
        if (why.isPresent()) {
          return Optional.of(
              new MalformedChanges(one, why.get(), one.responseObjection().isPresent()));
        }
      }
    }
    return Optional.empty();
  }

  /** Why the response does not fit {@code envelope}; empty if it does. */
  private static Optional<String> responseObjection(
      byte[] envelope, Contribution one, Limits limits) {
    if (!(one.changes().verdict().orElseThrow() instanceof Verdict.Respond respond)) {
      return Optional.empty();
    }
    int length = respond.envelope().length;
    if (length > limits.maxPayloadBytes()) {
      return Optional.of(
          "its response's " + length + " bytes > maxPayloadBytes=" + limits.maxPayloadBytes());
    }
    boolean soap12;
    try {
      soap12 = Envelopes.outline(respond.envelope(), limits).soap12();
    } catch (MalformedMessageException e) {
      return Optional.of("its response is no envelope: " + e.getMessage());
    }
    return soap12 == Envelopes.outline(envelope, limits).soap12()
        ? Optional.empty()
        : Optional.of(
            "its response is of SOAP " + version(soap12) + ", the message of " + version(!soap12));
  }

  private static String version(boolean soap12) {
    return soap12 ? "1.2" : "1.1";
  }
}
