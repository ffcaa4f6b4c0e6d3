package org.dharch.ws.handlers;

import java.util.Map;
import org.dharch.api.DHHandler;
import org.dharch.api.Emitted;
import org.dharch.api.MessageId;
import org.dharch.api.NodeContext;
import org.dharch.core.document.HandlerSettings;
import org.dharch.core.message.DHArchException;

/** What the handlers of WS-Eventing have in common. */
abstract class EventingHandler implements DHHandler {
  private EventingNode eventing;
  private NodeContext node;

  @Override
  public final void init(Map<String, String> parameters) {
    throw new DHArchException("eventing needs a node; here is none");
  }

  @Override
  public final void init(Map<String, String> parameters, NodeContext context) {
    HandlerSettings settings = new HandlerSettings(parameters);
    EventingSettingsReader common = EventingSettingsReader.read(settings);
    read(settings, common);
    settings.requireNoMore();
    require(context);
    node = context;
    eventing = EventingNodes.open(common, context);
  }

  /** Reads the parameters that the other handler does not have. */
  abstract void read(HandlerSettings settings, EventingSettingsReader common);

  /** That the node has what the handler needs. */
  abstract void require(NodeContext context);

  final EventingNode eventing() {
    return eventing;
  }

  @Override
  public final void emitted(MessageId id, Emitted outcome) {
    eventing.emitted(id, outcome);
  }

  @Override
  public final void close() {
    if (eventing != null) {
      EventingNodes.close(eventing, node);
    }
  }
}
