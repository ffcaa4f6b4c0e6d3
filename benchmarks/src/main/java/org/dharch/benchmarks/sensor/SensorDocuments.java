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

/**
 * The handlers' parameters, which are the same wherever they run, and the documents that name them.
 * One thread.
 */
final class SensorDocuments {
  static final String RESOURCES = "resource-properties";
  static final String EVENTS = "eventing-source";

  /** The service that takes subscriptions, and its handler. */
  static final String SUBSCRIPTIONS = "Subscriptions";

  private static final String MANAGER = "eventing-manager";

  /** All of them. */
  static final List<String> HANDLERS = List.of(RESOURCES, EVENTS, MANAGER);

  private static final int RESOURCE_BYTES = 100 * 1024;

  private final Map<String, String> resources;
  private final Map<String, String> store;
  private final Map<String, String> events;

  /**
   * Writes the document that a resource begins with.
   *
   * @param url of the data base
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

  /** A station with a thousand settings: 100 KB. */
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

  /** A node with the handler for resources. */
  String resourceNode(String name) {
    return node(name, handler(RESOURCES, ResourcePropertiesHandler.class, resources));
  }

  /** A node with the event source and the manager of its subscriptions. */
  String eventNode(String name) {
    return node(name, eventing());
  }

  /** A node with all of them. */
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

  /** What services of these ways, and that of subscriptions, do with requests. */
  static String orchestrations(List<HandlerVariant> ways) {
    StringBuilder xml =
        new StringBuilder(
            "<orchestrations xmlns=\"urn:dharch:orchestration:1\""
                + " xmlns:d=\"urn:dharch:resource:1\">\n");
    for (HandlerVariant way : ways) {
      xml.append("  <orchestration name=\"").append(way.name()).append("\">\n");
      for (List<String> stage : way.stages()) {
        xml.append("    <stage>");
        stage.forEach(name -> xml.append(name.equals(RESOURCES) ? UPDATE : EVENT));
        xml.append("</stage>\n");
      }
      xml.append("  </orchestration>\n");
    }
    xml.append("  <orchestration name=\"subscriptions\"><handler name=\"")
        .append(MANAGER)
        .append("\" mayAnswer=\"true\"/></orchestration>\n");
    ways.forEach(way -> rule(xml, way.name(), way.service()));
    rule(xml, "subscriptions", SUBSCRIPTIONS);
    return xml.append("</orchestrations>\n").toString();
  }

  private static final String UPDATE =
      "<handler name=\""
          + RESOURCES
          + "\" mayAnswer=\"true\"><writes><header name=\"d:Before\"/></writes></handler>";
  private static final String EVENT =
      "<handler name=\"" + EVENTS + "\"><reads><body/></reads></handler>";

  private static void rule(StringBuilder xml, String orchestration, String service) {
    xml.append("  <rule orchestration=\"")
        .append(orchestration)
        .append("\" service=\"")
        .append(service)
        .append("\"/>\n");
  }

  /** The handler for resources in Axis2's own chain. */
  Handler chainedResources(AxisConfiguration axis) {
    return chained(axis, RESOURCES, ResourcePropertiesHandler.class, resources);
  }

  /**
   * The event source there.
   *
   * @param hosts where notifications may go
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
      description.setParent(axis); // with which it ends
      description.addParameter(new Parameter(ChainHandler.HANDLER, type.getName()));
      for (Map.Entry<String, String> each : parameters.entrySet()) {
        description.addParameter(new Parameter(each.getKey(), each.getValue()));
      }
      ChainHandler handler = new ChainHandler();
      description.setHandler(handler);
      handler.init(description);
      return handler;
    } catch (AxisFault e) {
      throw new IllegalStateException("handler '" + name + "' cannot be made: " + e, e);
    }
  }
}
