package org.dharch.outbound;

import java.net.URI;
import java.net.http.HttpRequest;
import java.util.Locale;
import org.dharch.core.message.DHArchException;

/**
 * The HTTP Host header. The JDK's client allows callers to set it only with a system property that
 * must be set before the client's first use.
 */
final class HostHeader {
  static final String NAME = "Host";

  private static final String PROPERTY = "jdk.httpclient.allowRestrictedHeaders";

  static {
    String allowed = System.getProperty(PROPERTY, "");
    if (!(',' + allowed + ',').toLowerCase(Locale.ROOT).contains(",host,")) {
      System.setProperty(PROPERTY, allowed.isEmpty() ? "host" : allowed + ",host");
    }
  }

  private HostHeader() {}

  /**
   * @throws DHArchException with a solution, if the header cannot be set
   */
  static void check() {
    try {
      HttpRequest.newBuilder(URI.create("http://127.0.0.1/")).header(NAME, "example").build();
    } catch (IllegalArgumentException e) {
      throw new DHArchException(
          "the JDK's HTTP client was used before in this JVM and rejects a Host header; start Java"
              + " with -D"
              + PROPERTY
              + "=host",
          e);
    }
  }
}
