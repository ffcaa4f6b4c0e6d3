package org.dharch.cli.run;

import java.util.List;
import java.util.stream.Collectors;
import org.dharch.samples.SampleHandlers;

/** Writes the documents that nodes and managers read, for commands and benchmarks. */
public final class SiteDocuments {
  private static final String XML = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

  private SiteDocuments() {}

  public static String node(String name, List<SampleHandlers.Spec> handlers) {
    return node(name, handlers, "");
  }

  /**
   * A node document with a direct link.
   *
   * @param link the link attribute (docs/direct-link.md)
   */
  public static String linkedNode(String name, List<SampleHandlers.Spec> handlers, String link) {
    return node(name, " link=\"" + escaped(link) + "\"", handlers, "");
  }

  /** A node document with a handler that processes one message at a time. */
  public static String serialNode(String name, SampleHandlers.Spec handler) {
    return node(name, List.of(handler), " concurrency=\"1\"");
  }

  private static String node(String name, List<SampleHandlers.Spec> handlers, String attributes) {
    return node(name, "", handlers, attributes);
  }

  private static String node(
      String name, String own, List<SampleHandlers.Spec> handlers, String attributes) {
    return XML
        + "<node xmlns=\"urn:dharch:node:1\" name=\""
        + escaped(name)
        + '"'
        + own
        + ">\n"
        + handlers.stream()
            .map(handler -> handler(handler, attributes))
            .collect(Collectors.joining())
        + "</node>\n";
  }

  private static String handler(SampleHandlers.Spec handler, String attributes) {
    StringBuilder xml = new StringBuilder();
    xml.append("  <handler name=\"")
        .append(escaped(handler.name()))
        .append("\" class=\"")
        .append(handler.type().getName())
        .append('"')
        .append(attributes)
        .append(">\n");
    handler
        .parameters()
        .forEach(
            (parameter, value) ->
                xml.append("    <parameter name=\"")
                    .append(escaped(parameter))
                    .append("\">")
                    .append(escaped(value))
                    .append("</parameter>\n"));
    return xml.append("  </handler>\n").toString();
  }

  /**
   * An orchestration document: each distributed arrangement for the requests of its own service.
   */
  public static String orchestrations(List<? extends HandlerArrangement> arrangements) {
    List<? extends HandlerArrangement> distributed =
        arrangements.stream().filter(HandlerArrangement::distributed).toList();
    return XML
        + "<orchestrations xmlns=\"urn:dharch:orchestration:1\">\n"
        + distributed.stream().map(SiteDocuments::orchestration).collect(Collectors.joining())
        + distributed.stream().map(SiteDocuments::rule).collect(Collectors.joining())
        + "</orchestrations>\n";
  }

  private static String orchestration(HandlerArrangement arrangement) {
    StringBuilder xml = new StringBuilder();
    xml.append("  <orchestration name=\"").append(escaped(arrangement.name())).append("\">\n");
    for (List<String> stage : arrangement.stages()) {
      xml.append("    <stage>");
      stage.forEach(name -> xml.append("<handler name=\"").append(escaped(name)).append("\"/>"));
      xml.append("</stage>\n");
    }
    return xml.append("  </orchestration>\n").toString();
  }

  private static String rule(HandlerArrangement arrangement) {
    return "  <rule orchestration=\""
        + escaped(arrangement.name())
        + "\" service=\""
        + escaped(arrangement.service())
        + "\"/>\n";
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }
}
