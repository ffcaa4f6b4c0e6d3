package org.dharch.monitor;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;

/**
 * What a browser is kept from doing here for another site. A site whose name has been made to lead
 * to loopback (DNS rebinding) is known by {@code Host}, a page of another site by {@code Origin}.
 * That a request proves the token in a header, which no browser sends by itself, is what keeps
 * another site from acting here; this is the second lock. Immutable.
 */
final class BrowserRules {
  /** What a page from here may load and do. */
  static final String CONTENT_POLICY =
      "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  /**
   * Where the certificate says who answers, so that no other name leads here unseen: any host is
   * allowed.
   */
  static final BrowserRules OVER_TLS = new BrowserRules(Set.of(), "https://");

  private final Set<String> hosts;
  private final String scheme;

  private BrowserRules(Set<String> hosts, String scheme) {
    this.hosts = hosts;
    this.scheme = scheme;
  }

  /**
   * @param host the address that is listened on
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

  /** Why a request with these headers is not answered; empty if it is. */
  Optional<String> objection(HttpFields headers) {
    String host = headers.get(HttpHeader.HOST);
    if (host == null || !(hosts.isEmpty() || hosts.contains(withoutPort(host)))) {
      return Optional.of("Host is not the address that is listened on; allowed are " + said());
    }
    String origin = headers.get(HttpHeader.ORIGIN);
    if (origin != null && !origin.equalsIgnoreCase(scheme + host)) {
      return Optional.of("Origin is another site; " + scheme + " and Host is allowed");
    }
    return Optional.empty();
  }

  private String said() {
    return String.join(", ", hosts.stream().sorted().toList());
  }

  private static String withoutPort(String host) {
    return host.replaceAll(":[0-9]+$", "").toLowerCase(Locale.ROOT);
  }
}
