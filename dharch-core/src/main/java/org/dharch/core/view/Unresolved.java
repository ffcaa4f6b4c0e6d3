package org.dharch.core.view;

import java.util.List;
import org.dharch.api.Limits;
import org.dharch.core.execution.Progress;
import org.dharch.core.execution.ProgressFormat;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.store.StoredMessage;

/**
 * A message that has ended, and of which something is to be compensated yet.
 *
 * @param message as it was handed in
 * @param waiting what is compensated as soon as it can be, a line each
 * @param doubtful what nobody knows to be compensated, a line each: a person has to look, and
 *     settle it
 */
public record Unresolved(StoredMessage message, List<String> waiting, List<String> doubtful) {

  /**
   * What {@code message} says of itself.
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
