package org.dharch.core.execution.stage;

import java.util.Optional;
import org.dharch.api.MessageProperties;
import org.dharch.core.document.DocumentException;
import org.dharch.core.orchestration.DeclaredPart;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.document.OrchestrationDocument;

/**
 * A handler's change of the remaining orchestration.
 *
 * @param rest empty if it is malformed
 * @param problem why it is malformed
 */
public record RestChange(Optional<Sequence> rest, String problem) {
  /** The part that a handler with declarations must declare to change the orchestration. */
  public static final DeclaredPart PART = new DeclaredPart.Property(MessageProperties.REST);

  static RestChange parse(Object text) {
    try {
      return new RestChange(Optional.of(OrchestrationDocument.parseRest(text.toString())), "");
    } catch (DocumentException e) {
      return new RestChange(Optional.empty(), e.getMessage());
    }
  }
}
