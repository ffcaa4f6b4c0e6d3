package org.dharch.core.spi;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The address of one broker, or of several independent brokers: as text with spaces between the
 * addresses, and as one URI {@code shards:(a,b)}. A manager connects to each of them, a node to one
 * at a time. Immutable.
 */
public final class BrokerList {
  public static final String SCHEME = "shards";

  private static final String BEGIN = SCHEME + ":(";

  private BrokerList() {}

  /**
   * Parses an address, or several addresses into {@code shards:(a,b)}.
   *
   * @throws URISyntaxException if an address is malformed, has no scheme, or appears twice
   */
  public static URI parse(String text) throws URISyntaxException {
    List<URI> all = new ArrayList<>();
    for (String word : text.strip().split("\\s+", -1)) {
      all.addAll(of(uri(word)));
    }
    if (new HashSet<>(all).size() < all.size()) {
      throw new URISyntaxException(text, "duplicate address");
    }
    return all.size() == 1 ? all.get(0) : together(all);
  }

  private static URI uri(String word) throws URISyntaxException {
    URI uri = new URI(word);
    if (uri.getScheme() == null || uri.getSchemeSpecificPart() == null) {
      throw new URISyntaxException(word, "no scheme");
    }
    return uri;
  }

  /** Combines several addresses into one URI. */
  public static URI together(List<URI> all) {
    return URI.create(all.stream().map(URI::toString).collect(Collectors.joining(",", BEGIN, ")")));
  }

  /**
   * The addresses in {@code broker}: itself, if it is no {@code shards:(…)}.
   *
   * @throws URISyntaxException if it is one with invalid addresses
   */
  public static List<URI> of(URI broker) throws URISyntaxException {
    String text = broker.toString();
    if (!SCHEME.equals(broker.getScheme())) {
      return List.of(broker);
    }
    if (!text.startsWith(BEGIN) || !text.endsWith(")")) {
      throw new URISyntaxException(text, "must have the form " + SCHEME + ":(a,b)");
    }
    List<URI> all = new ArrayList<>();
    int depth = 0;
    int from = BEGIN.length();
    for (int at = from; at < text.length(); at++) {
      char c = text.charAt(at);
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if ((c == ',' && depth == 0) || depth < 0) {
        all.add(uri(text.substring(from, at)));
        from = at + 1;
      }
      if (depth < 0 && at < text.length() - 1) {
        throw new URISyntaxException(text, "unbalanced bracket");
      }
    }
    return all;
  }

  /** The addresses separated by spaces. */
  public static String text(URI broker) {
    try {
      return of(broker).stream().map(URI::toString).collect(Collectors.joining(" "));
    } catch (URISyntaxException e) {
      return broker.toString();
    }
  }
}
