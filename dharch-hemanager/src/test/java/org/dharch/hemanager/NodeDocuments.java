package org.dharch.hemanager;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Writes node documents for tests. */
public final class NodeDocuments {
  private NodeDocuments() {}

  public static Path write(Path folder, String attributes, String... handlers) throws IOException {
    String xml =
        "<node xmlns='urn:dharch:node:1' name='n1' "
            + attributes
            + ">\n"
            + String.join("\n", handlers)
            + "\n</node>\n";
    return Files.writeString(folder.resolve("node.xml"), xml);
  }

  public static String handler(String name, Class<?> type) {
    return handler(name, type.getName(), Map.of());
  }

  public static String handler(String name, String type, Map<String, String> parameters) {
    StringBuilder out = new StringBuilder();
    out.append("<handler name='").append(name).append("' class='").append(type).append("'>");
    parameters.forEach(
        (key, value) ->
            out.append("<parameter name='")
                .append(key)
                .append("'>")
                .append(value)
                .append("</parameter>"));
    return out.append("</handler>").toString();
  }
}
