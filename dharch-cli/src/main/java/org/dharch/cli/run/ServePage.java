package org.dharch.cli.run;

import java.net.URI;
import java.util.Map;

/** The page that {@code serve} shows to a browser. */
final class ServePage {
  private ServePage() {}

  /**
   * @param services the addresses of the services, by their names
   * @param curl a command that calls the service
   */
  static String html(Map<String, URI> services, String curl) {
    StringBuilder list = new StringBuilder();
    services.forEach(
        (name, uri) ->
            list.append("<li>")
                .append(escaped(name))
                .append(" at ")
                .append(escaped(uri.toString()))
                .append(" (<a href=\"")
                .append(escaped(uri.toString()))
                .append("?wsdl\">WSDL</a>)</li>\n"));
    return """
    <!DOCTYPE html>
    <html lang="en">
    <head><meta charset="utf-8"><title>DHArch sample service</title></head>
    <body style="font-family: sans-serif; max-width: 60em; margin: 2em auto">
    <h1>DHArch sample service</h1>
    <p>An Axis2 server whose handlers run in DHArch, on a node in another process. It takes SOAP
    requests by POST.</p>
    <h2>Services</h2>
    <ul>
    %s</ul>
    <h2>Call it</h2>
    <pre style="white-space: pre-wrap; background: #eee; padding: 1em">%s</pre>
    <h2>Watch it</h2>
    <p>The command <code>dharch monitor --open</code> opens the monitor page with its token.</p>
    <h2>Next</h2>
    <p><code>docs/tutorial.md</code> puts your own handlers on a node.</p>
    </body>
    </html>
    """
        .formatted(list, escaped(curl));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
