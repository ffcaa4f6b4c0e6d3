package org.dharch.core.view;

import java.util.List;
import org.dharch.api.Limits;
import org.dharch.core.execution.progress.Progress;
import org.dharch.core.execution.progress.ProgressFormat;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.store.StoredMessage;

/**
 * A message that has ended with pending compensations.
 *
 * @param message as handed in
 * @param waiting compensations that are retried, a line each
 * @param doubtful compensations with an unknown result, a line each: a person must check and
 *     resolve them
 */
public record Unresolved(StoredMessage message, List<String> waiting, List<String> doubtful) {

  /**
   * Reads the pending compensations of {@code message}.
   *
   * @param limits those of the manager that wrote it
   */
  public static Unresolved of(StoredMessage message, Limits limits) {
    return of(message, new ProgressFormat(limits));
  }

  public static Unresolved of(StoredMessage message, ProgressFormat format) {
    try {
      Progress progress = format.decode(message.progress().orElse(new byte[0]));
      return new Unresolved(message, progress.toCompensate(), progress.doubts());
    } catch (MalformedMessageException e) {
      return new Unresolved(message, List.of(), List.of("it cannot be read: " + e.getMessage()));
    }
  }
}
