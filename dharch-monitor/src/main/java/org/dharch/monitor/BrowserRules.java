package org.dharch.monitor;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;

/**
 * Keeps other sites from using this port through a browser. A site whose name was made to resolve
 * to loopback (DNS rebinding) is detected by {@code Host}, a page of another site by {@code
 * Origin}. The token in a header, which no browser sends by itself, is the first protection; this
 * is the second. Immutable.
 */
final class BrowserRules {
  /** The content security policy of the pages. */
  static final String CONTENT_POLICY =
      "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  /** With TLS the certificate authenticates the server, so any host name is allowed. */
  static final BrowserRules OVER_TLS = new BrowserRules(Set.of(), "https://");

  private final Set<String> hosts;
  private final String scheme;

  private BrowserRules(Set<String> hosts, String scheme) {
    this.hosts = hosts;
    this.scheme = scheme;
  }

  /**
   * @param host the address on which the port listens
   */
  BrowserRules(String host) {
    this(
        Set.of("localhost", "127.0.0.1", "[::1]").contains(bracketed(host))
            ? Set.of("localhost", "127.0.0.1", "[::1]")
            : Set.of("localhost", "127.0.0.1", "[::1]", bracketed(host)),
        "http://");
  }

  private static String bracketed(String host) {
    if (host.equals("0:0:0:0:0:0:0:1")) {
      return "[::1]";
    }
    return host.contains(":") ? "[" + host + "]" : host;
  }

  /** The reason to reject a request with these headers; empty to accept it. */
  Optional<String> objection(HttpFields headers) {
    String host = headers.get(HttpHeader.HOST);
    if (host == null || !(hosts.isEmpty() || hosts.contains(withoutPort(host)))) {
      return Optional.of("Host must be one of " + names());
    }
    String origin = headers.get(HttpHeader.ORIGIN);
    if (origin != null && !origin.equalsIgnoreCase(scheme + host)) {
      return Optional.of("Origin must be " + scheme + " and Host");
    }
    return Optional.empty();
  }

  private String names() {
    return String.join(", ", hosts.stream().sorted().toList());
  }

  private static String withoutPort(String host) {
    return host.replaceAll(":[0-9]+$", "").toLowerCase(Locale.ROOT);
  }
}
