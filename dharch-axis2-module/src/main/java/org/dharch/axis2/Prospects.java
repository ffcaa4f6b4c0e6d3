package org.dharch.axis2;

import org.apache.axis2.context.MessageContext;
import org.dharch.core.Flow;
import org.dharch.core.orchestration.Orchestrations;
import org.dharch.core.orchestration.Rule;

/**
 * Tells before a message is looked at whether it can have handlers at all, so that one that cannot
 * is neither read into memory nor written out. The document's rules decide later, on the message.
 */
final class Prospects {
  private Prospects() {}

  static boolean any(Orchestrations orchestrations, MessageContext context, Flow flow) {
    if (ServiceSettings.orchestration(context.getAxisOperation(), flow).isPresent()) {
      return true;
    }
    for (Rule rule : orchestrations.rules()) {
      if (rule.flow() == flow
          && rule.service().map(Names.service(context)::equals).orElse(true)
          && rule.operation().map(Names.operation(context)::equals).orElse(true)
          && rule.action().map(Names.action(context)::equals).orElse(true)) {
        return true;
      }
    }
    return false;
  }
}
