package org.dharch.cmanager.options;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The value of {@code dharch.link}: whether there are direct links, and where a node listens.
 *
 * @param isOn whether there are links
 * @param at the address at which a node listens; empty: the loopback address, if it reaches its
 *     broker by it
 * @param shown the address to which managers connect instead; empty: {@code at}
 */
public record LinkOption(
    boolean isOn, Optional<InetSocketAddress> at, Optional<InetSocketAddress> shown) {
  static final LinkOption AUTO = new LinkOption(true, Optional.empty(), Optional.empty());
  static final LinkOption OFF = new LinkOption(false, Optional.empty(), Optional.empty());

  private static final Pattern ADDRESS =
      Pattern.compile("(\\[[0-9a-fA-F:.]+]|[A-Za-z0-9][A-Za-z0-9.-]*):(\\d{1,5})");

  /** IP addresses, which need no name lookup. */
  private static final Pattern NUMBERS = Pattern.compile("[0-9a-fA-F:.]*:.*|\\d+(\\.\\d+){0,3}");

  /**
   * Parses {@code text}.
   *
   * @throws CManagerException if it is invalid
   */
  public static LinkOption of(String text) {
    String trimmed = text.trim();
    if (trimmed.equals("auto") || trimmed.isEmpty()) {
      return AUTO;
    }
    if (trimmed.equals("off")) {
      return OFF;
    }
    String[] both = trimmed.split("=", -1);
    Optional<InetSocketAddress> at = both.length > 2 ? Optional.empty() : address(both[0]);
    Optional<InetSocketAddress> shown = both.length == 2 ? address(both[1]) : Optional.empty();
    boolean isNone = both.length == 2 ? shown.isEmpty() || isWild(shown) : isWild(at);
    if (at.isEmpty() || isNone) {
      throw new CManagerException(
          "transport option link must be auto, off, HOST:PORT where a node listens (port 0: any),"
              + " or HOST:PORT=HOST:PORT where it listens and where managers reach it; 0.0.0.0 and"
              + " [::] require the second form (got "
              + text
              + ")");
    }
    return new LinkOption(true, at, shown);
  }

  /** Whether it is the wildcard address, in any notation. */
  private static boolean isWild(Optional<InetSocketAddress> address) {
    String host = address.map(InetSocketAddress::getHostString).orElse("");
    try {
      return NUMBERS.matcher(host).matches() && InetAddress.getByName(host).isAnyLocalAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** Parses a host and a port, without a name lookup. */
  public static Optional<InetSocketAddress> address(String text) {
    Matcher matcher = ADDRESS.matcher(text);
    if (!matcher.matches() || Integer.parseInt(matcher.group(2)) > 65_535) {
      return Optional.empty();
    }
    String host = matcher.group(1).replaceAll("[\\[\\]]", "");
    return Optional.of(
        InetSocketAddress.createUnresolved(host, Integer.parseInt(matcher.group(2))));
  }

  /** The inverse of {@link #address}; {@code port} replaces port 0. */
  public static String text(InetSocketAddress address, int port) {
    String host = address.getHostString();
    return (host.contains(":") ? "[" + host + "]" : host)
        + ":"
        + (address.getPort() == 0 ? port : address.getPort());
  }

  /** The address at which a node with a broker at one of these addresses listens; empty: none. */
  public Optional<InetSocketAddress> listening(List<URI> brokers) {
    if (!isOn) {
      return Optional.empty();
    }
    boolean near = brokers.stream().allMatch(LinkOption::isLoopback);
    return at.or(
        () ->
            near
                ? Optional.of(InetSocketAddress.createUnresolved("127.0.0.1", 0))
                : Optional.empty());
  }

  private static boolean isLoopback(URI broker) {
    if ("vm".equals(broker.getScheme())) {
      return true;
    }
    try {
      return broker.getHost() != null
          && InetAddress.getByName(broker.getHost()).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }
}
