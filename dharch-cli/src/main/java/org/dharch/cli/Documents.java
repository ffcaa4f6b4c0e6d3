package org.dharch.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.dharch.samples.SampleHandlers;

/** Writes the documents with which the commands run the samples. */
final class Documents {
  private Documents() {}

  /** A node document with {@code handlers}. */
  static String node(String name, List<SampleHandlers.Spec> handlers) {
    StringBuilder xml = new StringBuilder();
    xml.append(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<node xmlns=\"urn:dharch:node:1\" name=\"")
        .append(escaped(name))
        .append("\">\n");
    for (SampleHandlers.Spec handler : handlers) {
      xml.append("  <handler name=\"")
          .append(escaped(handler.name()))
          .append("\" class=\"")
          .append(handler.type().getName())
          .append("\">\n");
      handler
          .parameters()
          .forEach(
              (parameter, value) ->
                  xml.append("    <parameter name=\"")
                      .append(escaped(parameter))
                      .append("\">")
                      .append(escaped(value))
                      .append("</parameter>\n"));
      xml.append("  </handler>\n");
    }
    return xml.append("</node>\n").toString();
  }

  /**
   * Deals handlers to nodes: one after another, around; with more nodes than handlers the surplus
   * nodes host a handler a second time.
   */
  static Map<String, List<SampleHandlers.Spec>> deal(
      List<SampleHandlers.Spec> handlers, int nodes) {
    Map<String, List<SampleHandlers.Spec>> dealt = new LinkedHashMap<>();
    for (int i = 0; i < Math.max(nodes, handlers.size()); i++) {
      dealt
          .computeIfAbsent("node-" + (i % nodes + 1), name -> new ArrayList<>())
          .add(handlers.get(i % handlers.size()));
    }
    return dealt;
  }

  /** An orchestration document: each configuration's plan for its own service's requests. */
  static String orchestrations(List<Configuration> configurations) {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        + "<orchestrations xmlns=\"urn:dharch:orchestration:1\">\n"
        + configurations.stream().map(Documents::orchestration).collect(Collectors.joining())
        + configurations.stream()
            .map(
                c ->
                    "  <rule orchestration=\""
                        + escaped(c.name())
                        + "\" service=\""
                        + escaped(c.service())
                        + "\"/>\n")
            .collect(Collectors.joining())
        + "</orchestrations>\n";
  }

  private static String orchestration(Configuration configuration) {
    StringBuilder xml = new StringBuilder();
    xml.append("  <orchestration name=\"").append(escaped(configuration.name())).append("\">\n");
    for (List<String> stage : configuration.stages()) {
      xml.append("    <stage>");
      stage.forEach(name -> xml.append("<handler name=\"").append(escaped(name)).append("\"/>"));
      xml.append("</stage>\n");
    }
    return xml.append("  </orchestration>\n").toString();
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }
}
