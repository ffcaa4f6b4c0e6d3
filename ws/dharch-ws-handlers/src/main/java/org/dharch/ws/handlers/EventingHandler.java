package org.dharch.ws.handlers;

import java.util.Map;
import org.dharch.api.DHHandler;
import org.dharch.api.Emitted;
import org.dharch.api.MessageId;
import org.dharch.api.NodeContext;
import org.dharch.core.document.HandlerSettings;
import org.dharch.core.message.DHArchException;

abstract class EventingHandler implements DHHandler {
  private EventingNode eventing;
  private NodeContext node;

  @Override
  public final void init(Map<String, String> parameters) {
    throw new DHArchException("the eventing handlers must run on a node");
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

  /** Reads the parameters that only this handler has. */
  abstract void read(HandlerSettings settings, EventingSettingsReader common);

  /** Throws if the node does not support the handler. */
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
