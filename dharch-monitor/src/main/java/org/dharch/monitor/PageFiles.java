package org.dharch.monitor;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The files of the monitor page, which are public: their data is loaded with the token. Third-party
 * files come from web jars. Immutable.
 */
final class PageFiles {
  static final String HOME = "/";

  static final String FOLDER = "/ui";

  private static final String INDEX = "index.html";
  private static final List<String> OWN =
      List.of(
          INDEX,
          "monitor.css",
          "icon.svg",
          "main.js",
          "api.js",
          "format.js",
          "keys.js",
          "parts.js",
          "settings.js",
          "series.js",
          "charts.js",
          "waterfall.js",
          "picture.js",
          "view-overview.js",
          "view-messages.js",
          "view-message.js",
          "view-nodes.js",
          "view-orchestrations.js",
          "view-failed.js");

  private static final String LIT = "lit-html/3.3.2/";
  private static final String PLOT = "uplot/1.6.30/dist/";

  /** The paths of third-party files, with their paths in web jars. */
  private static final Map<String, String> OTHERS =
      Map.of(
          "lit/lit-html.js", LIT + "lit-html.js",
          "lit/directive.js", LIT + "directive.js",
          "lit/directive-helpers.js", LIT + "directive-helpers.js",
          "lit/directives/repeat.js", LIT + "directives/repeat.js",
          "lit/directives/live.js", LIT + "directives/live.js",
          "lit/directives/if-defined.js", LIT + "directives/if-defined.js",
          "plot/uPlot.js", PLOT + "uPlot.esm.js",
          "plot/uPlot.css", PLOT + "uPlot.min.css");

  private final Map<String, AdminPage.Answer> files = new HashMap<>();

  PageFiles() {
    OWN.forEach(name -> files.put(name, read(name, "page/" + name)));
    OTHERS.forEach((name, in) -> files.put(name, read(name, "/META-INF/resources/webjars/" + in)));
  }

  /** The HTML page at {@link #HOME}. */
  AdminPage.Answer home() {
    return files.get(INDEX);
  }

  /** Another file below {@link #FOLDER}. */
  AdminPage.Answer file(String name, Map<String, String> query) {
    AdminPage.Answer file = files.get(name);
    return file == null ? AdminPage.Answer.NONE : file;
  }

  /** A text resource of the class path, as a page. */
  static AdminPage.Answer read(String name, String resource) {
    try (InputStream in = PageFiles.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("file '" + resource + "' must be on the class path");
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return new AdminPage.Answer(200, type(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String type(String name) {
    return switch (name.substring(name.lastIndexOf('.') + 1)) {
      case "html" -> "text/html; charset=utf-8";
      case "css" -> "text/css; charset=utf-8";
      case "js" -> "text/javascript; charset=utf-8";
      case "json" -> "application/json";
      default -> "image/svg+xml";
    };
  }
}
