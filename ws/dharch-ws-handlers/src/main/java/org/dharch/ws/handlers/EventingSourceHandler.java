package org.dharch.ws.handlers;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.api.HandlerMessage;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.api.NodeContext;
import org.dharch.api.SoapProperties;
import org.dharch.core.document.HandlerSettings;
import org.dharch.core.xpath.EvaluationBudget;
import org.dharch.core.xpath.XPath;
import org.dharch.core.xpath.XmlTree;
import org.dharch.ws.ProcessingException;
import org.dharch.ws.SOAPContext;
import org.dharch.ws.eventing.Event;
import org.dharch.ws.eventing.EventingVersion;
import org.dharch.ws.soap.SoapVersion;

/**
 * The event source of WS-Eventing for any flow: each message is an event for the subscribers. Does
 * not modify messages, so it may share a stage with other handlers (docs/eventing.md). Thread-safe.
 */
public final class EventingSourceHandler extends EventingHandler {
  /** The property with an event's topic, which takes precedence over the XPath. */
  public static final String TOPIC = "dharch.eventing.topic";

  private static final Duration DEFERRAL = Duration.ofMillis(50);

  /** The step budget of the topic's XPath. */
  private static final long MAX_STEPS = 200_000;

  private Optional<XPath> topic = Optional.empty();

  /** Creates a handler; called by the node. */
  public EventingSourceHandler() {}

  @Override
  void read(HandlerSettings settings, EventingSettingsReader common) {
    Map<String, String> namespaces = new TreeMap<>();
    settings
        .text("topicNamespaces")
        .ifPresent(
            text -> {
              for (String binding : text.split("\\s+", -1)) {
                int equals = binding.indexOf('=');
                if (equals < 1) {
                  throw HandlerSettings.wrong(
                      "topicNamespaces", text, "prefix=namespace, with blanks between them");
                }
                namespaces.put(binding.substring(0, equals), binding.substring(equals + 1));
              }
            });
    topic = settings.text("topic").map(text -> xpath(text, namespaces));
  }

  private static XPath xpath(String text, Map<String, String> namespaces) {
    try {
      return new XPath(text, namespaces);
    } catch (IllegalArgumentException e) {
      throw HandlerSettings.wrong("topic", text, "an XPath 1.0: " + e.getMessage());
    }
  }

  @Override
  void require(NodeContext context) {
    Objects.requireNonNull(context.emitter(), "emitter"); // the exception reports a missing context
  }

  @Override
  public Changes handle(HandlerMessage message) throws Exception {
    Optional<Event> event = event(message);
    if (event.isPresent() && !eventing().accept(event.get())) {
      return Changes.builder().defer(DEFERRAL).build();
    }
    return Changes.NONE;
  }

  private Optional<Event> event(HandlerMessage message) {
    MessageProperties properties = message.properties();
    if (RmHandler.isClient(properties) && properties.get(SoapProperties.EMISSION).isPresent()) {
      return Optional.empty(); // messages sent by handlers are not events
    }
    SOAPContext context = RmHandler.context(message);
    Optional<QName> name = context.bodyName().filter(EventingSourceHandler::canBeEvent);
    Optional<byte[]> content = name.isEmpty() ? Optional.empty() : context.bodyBytes();
    return content.map(
        bytes ->
            new Event(
                message.id().toString(),
                action(context, properties, name.get()),
                topic(properties, bytes),
                message.envelope(),
                bytes));
  }

  /** Requests of WS-Eventing and faults are not events. */
  private static boolean canBeEvent(QName name) {
    return EventingVersion.of(name.getNamespaceURI()).isEmpty()
        && !(name.getLocalPart().equals("Fault")
            && SoapVersion.of(name.getNamespaceURI()).isPresent());
  }

  private static String action(SOAPContext context, MessageProperties properties, QName name) {
    String text = properties.text(SoapProperties.WSA_ACTION, "");
    if (text.isEmpty()) {
      try {
        text = context.action();
      } catch (ProcessingException e) {
        // another handler reports the invalid addressing
        text = properties.text(SoapProperties.SOAP_ACTION, "");
      }
    }
    return text.isEmpty() ? name.getNamespaceURI() + "/" + name.getLocalPart() : text;
  }

  private Optional<String> topic(MessageProperties properties, byte[] content) {
    String text = properties.text(TOPIC, "");
    if (!text.isEmpty() || topic.isEmpty()) {
      return Optional.of(text).filter(value -> !value.isEmpty());
    }
    try {
      XmlTree tree = XmlTree.parse(content, Limits.DEFAULT.maxDepth());
      return Optional.of(
          topic.get().text(tree, new EvaluationBudget(MAX_STEPS + content.length)).strip());
    } catch (EvaluationBudget.ExceededException e) {
      return Optional.empty(); // an event without a topic
    }
  }
}
