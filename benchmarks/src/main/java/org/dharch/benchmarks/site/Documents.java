package org.dharch.benchmarks.site;

import java.util.List;
import org.dharch.samples.SampleHandlers;

/** Writes the documents that nodes and managers read. */
public final class Documents {
  private static final String XML = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

  private Documents() {}

  /** A node document with {@code handlers}. */
  public static String node(String name, List<SampleHandlers.Spec> handlers) {
    StringBuilder xml = new StringBuilder(XML);
    xml.append("<node xmlns=\"urn:dharch:node:1\" name=\"").append(escaped(name)).append("\">\n");
    for (SampleHandlers.Spec handler : handlers) {
      xml.append(handler(handler, ""));
    }
    return xml.append("</node>\n").toString();
  }

  /** The same, with a handler that takes one message at a time. */
  public static String serialNode(String name, SampleHandlers.Spec handler) {
    return XML
        + "<node xmlns=\"urn:dharch:node:1\" name=\""
        + escaped(name)
        + "\">\n"
        + handler(handler, " concurrency=\"1\"")
        + "</node>\n";
  }

  private static String handler(SampleHandlers.Spec handler, String more) {
    StringBuilder xml = new StringBuilder();
    xml.append("  <handler name=\"")
        .append(escaped(handler.name()))
        .append("\" class=\"")
        .append(handler.type().getName())
        .append('"')
        .append(more)
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

  /** An orchestration document: each distributed way for its own service's requests. */
  public static String orchestrations(List<Way> ways) {
    StringBuilder xml = new StringBuilder(XML);
    xml.append("<orchestrations xmlns=\"urn:dharch:orchestration:1\">\n");
    List<Way> distributed = ways.stream().filter(Way::distributed).toList();
    for (Way way : distributed) {
      xml.append("  <orchestration name=\"").append(escaped(way.name())).append("\">\n");
      for (List<String> stage : way.stages()) {
        xml.append("    <stage>");
        stage.forEach(name -> xml.append("<handler name=\"").append(escaped(name)).append("\"/>"));
        xml.append("</stage>\n");
      }
      xml.append("  </orchestration>\n");
    }
    for (Way way : distributed) {
      xml.append("  <rule orchestration=\"")
          .append(escaped(way.name()))
          .append("\" service=\"")
          .append(escaped(way.service()))
          .append("\"/>\n");
    }
    return xml.append("</orchestrations>\n").toString();
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }
}
