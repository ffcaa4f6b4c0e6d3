package org.dharch.benchmarks.sensor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.axis2.AxisFault;
import org.apache.axis2.description.HandlerDescription;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.engine.AxisConfiguration;
import org.apache.axis2.engine.Handler;
import org.dharch.axis2.chain.ChainHandler;
import org.dharch.benchmarks.site.HandlerVariant;
import org.dharch.benchmarks.site.PostgresServer;
import org.dharch.ws.handlers.EventingManagerHandler;
import org.dharch.ws.handlers.EventingSourceHandler;
import org.dharch.ws.handlers.ResourcePropertiesHandler;

/** The handlers' parameters, which are equal in all variants, and their documents. One thread. */
final class SensorDocuments {
  static final String RESOURCES = "resource-properties";
  static final String EVENTS = "eventing-source";

  /** The service that accepts subscriptions, and its handler. */
  static final String SUBSCRIPTIONS = "Subscriptions";

  private static final String MANAGER = "eventing-manager";

  /** All handlers. */
  static final List<String> HANDLERS = List.of(RESOURCES, EVENTS, MANAGER);

  private static final int RESOURCE_BYTES = 100 * 1024;

  private final Map<String, String> resources;
  private final Map<String, String> store;
  private final Map<String, String> events;

  /**
   * Writes the initial document of the resource.
   *
   * @param url the JDBC URL
   */
  SensorDocuments(Path folder, String url) throws IOException {
    Path document = Files.writeString(folder.resolve("station.xml"), station());
    resources =
        Map.of(
            "store",
            url,
            "user",
            PostgresServer.USER,
            "document",
            document.toString(),
            "update",
            "{" + Reading.NAMESPACE + "}reading");
    store = Map.of("store", url, "user", PostgresServer.USER);
    events = new TreeMap<>(store);
    events.put("topic", "concat('/sensor/', /*/location)");
  }

  /** Returns a station with a thousand settings: 100 KB. */
  private static String station() {
    StringBuilder xml =
        new StringBuilder("<r:station xmlns:r=\"").append(Reading.NAMESPACE).append("\">");
    for (int number = 0; xml.length() < RESOURCE_BYTES; number++) {
      xml.append("<r:setting name=\"")
          .append("s")
          .append(number)
          .append("\"><value>")
          .append("0123456789".repeat(4))
          .append("</value><unit>kPa</unit></r:setting>");
    }
    return xml.append("</r:station>").toString();
  }

  /** Returns the document of a node with the resource handler. */
  String resourceNode(String name) {
    return node(name, handler(RESOURCES, ResourcePropertiesHandler.class, resources));
  }

  /** Returns the document of a node with the event source and its subscription manager. */
  String eventNode(String name) {
    return node(name, eventing());
  }

  /** Returns the document of a node with all handlers. */
  String wholeNode(String name) {
    return node(name, handler(RESOURCES, ResourcePropertiesHandler.class, resources) + eventing());
  }

  private String eventing() {
    return handler(EVENTS, EventingSourceHandler.class, events)
        + handler(MANAGER, EventingManagerHandler.class, store);
  }

  private static String node(String name, String handlers) {
    return "<node xmlns=\"urn:dharch:node:1\" name=\"" + name + "\">\n" + handlers + "</node>\n";
  }

  private static String handler(String name, Class<?> type, Map<String, String> parameters) {
    return "  <handler name=\""
        + name
        + "\" class=\""
        + type.getName()
        + "\">\n"
        + parameters.entrySet().stream()
            .map(
                each ->
                    "    <parameter name=\""
                        + each.getKey()
                        + "\">"
                        + each.getValue()
                        + "</parameter>\n")
            .collect(Collectors.joining())
        + "  </handler>\n";
  }

  /** Returns the orchestrations of these variants and of the subscription service. */
  static String orchestrations(List<HandlerVariant> variants) {
    StringBuilder xml =
        new StringBuilder(
            "<orchestrations xmlns=\"urn:dharch:orchestration:1\""
                + " xmlns:d=\"urn:dharch:resource:1\">\n");
    for (HandlerVariant variant : variants) {
      xml.append("  <orchestration name=\"").append(variant.name()).append("\">\n");
      for (List<String> stage : variant.stages()) {
        xml.append("    <stage>");
        stage.forEach(name -> xml.append(name.equals(RESOURCES) ? UPDATE : EVENT));
        xml.append("</stage>\n");
      }
      xml.append("  </orchestration>\n");
    }
    xml.append("  <orchestration name=\"subscriptions\"><handler name=\"")
        .append(MANAGER)
        .append("\" mayRespond=\"true\"/></orchestration>\n");
    variants.forEach(variant -> rule(xml, variant.name(), variant.service()));
    rule(xml, "subscriptions", SUBSCRIPTIONS);
    return xml.append("</orchestrations>\n").toString();
  }

  private static final String UPDATE =
      "<handler name=\""
          + RESOURCES
          + "\" mayRespond=\"true\"><writes><header name=\"d:Before\"/></writes></handler>";
  private static final String EVENT =
      "<handler name=\"" + EVENTS + "\"><reads><body/></reads></handler>";

  private static void rule(StringBuilder xml, String orchestration, String service) {
    xml.append("  <rule orchestration=\"")
        .append(orchestration)
        .append("\" service=\"")
        .append(service)
        .append("\"/>\n");
  }

  /** Returns the resource handler for Axis2's own chain. */
  Handler chainedResources(AxisConfiguration axis) {
    return chained(axis, RESOURCES, ResourcePropertiesHandler.class, resources);
  }

  /**
   * Returns the event source for Axis2's own chain.
   *
   * @param hosts the permitted hosts of notifications
   */
  Handler chainedEvents(AxisConfiguration axis, String hosts) {
    Map<String, String> parameters = new TreeMap<>(events);
    parameters.put(SendingEventSource.HOSTS, hosts);
    return chained(axis, EVENTS, SendingEventSource.class, parameters);
  }

  private static Handler chained(
      AxisConfiguration axis, String name, Class<?> type, Map<String, String> parameters) {
    try {
      HandlerDescription description = new HandlerDescription(name);
      description.setParent(axis); // the last parameter
      description.addParameter(new Parameter(ChainHandler.HANDLER, type.getName()));
      for (Map.Entry<String, String> each : parameters.entrySet()) {
        description.addParameter(new Parameter(each.getKey(), each.getValue()));
      }
      ChainHandler handler = new ChainHandler();
      description.setHandler(handler);
      handler.init(description);
      return handler;
    } catch (AxisFault e) {
      throw new IllegalStateException("handler '" + name + "' cannot be created: " + e, e);
    }
  }
}
