package org.dharch.axis2;

import java.util.Optional;
import org.apache.axis2.context.MessageContext;
import org.dharch.core.message.Direction;
import org.dharch.core.orchestration.Orchestrations;

/**
 * Tells before a message is looked at whether it can have handlers at all, so that one that cannot
 * is neither read into memory nor written out. The document's rules decide later, on the message.
 */
final class Prospects {
  private Prospects() {}

  static boolean any(Orchestrations orchestrations, MessageContext context, Direction flow) {
    if (ServiceSettings.orchestration(context.getAxisOperation(), flow).isPresent()) {
      return true;
    }
    String service = Names.service(context);
    Optional<String> operation = Optional.of(Names.operation(context));
    Optional<String> action = Optional.of(Names.action(context));
    return orchestrations.rules().stream()
        .anyMatch(rule -> rule.flow() == flow && rule.match().mayMatch(service, operation, action));
  }
}
