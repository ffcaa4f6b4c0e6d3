package org.dharch.cmanager.options;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.activemq.util.URISupport;
import org.dharch.core.spi.BrokerList;

/**
 * The addresses of a broker, in the order of attempts. {@code failover:(a,b)} is interpreted here,
 * because ActiveMQ's failover transport would hide a lost connection.
 *
 * @param tried each with our defaults for unset options
 */
public record BrokerUris(List<URI> tried) {
  static final Set<String> SCHEMES =
      Set.of("tcp", "ssl", "nio", "nio+ssl", "failover", "vm", "embedded", BrokerList.SCHEME);

  /**
   * Large enough for a burst of frames, such as 64 messages of 10 KB; ActiveMQ's default of 64 KiB
   * stalls.
   */
  public static final int SOCKET_BUFFER = 1 << 20;

  /** A frame of several messages is written and read at once. */
  private static final int IO_BUFFER = 2 * JmsOptions.FRAME_BYTES;

  private static final String NESTED = "nested.";

  public static boolean supports(URI broker) {
    return broker.getScheme() != null
        && SCHEMES.contains(broker.getScheme().toLowerCase(Locale.ROOT));
  }

  /**
   * Parses {@code broker}.
   *
   * @throws CManagerException if an address is invalid
   */
  public static BrokerUris of(URI broker, JmsOptions options) {
    try {
      if (BrokerList.SCHEME.equals(broker.getScheme())) {
        return ofSeveral(BrokerList.of(broker), options);
      }
      if (!"failover".equals(broker.getScheme())) {
        return new BrokerUris(List.of(single(broker, Map.of(), options)));
      }
      URISupport.CompositeData composite = URISupport.parseComposite(broker);
      Map<String, String> left = new TreeMap<>(composite.getParameters());
      boolean randomize = !"false".equals(left.remove("randomize"));
      Map<String, String> nested = new TreeMap<>();
      composite
          .getParameters()
          .forEach(
              (name, value) -> {
                if (name.startsWith(NESTED)) {
                  nested.put(name.substring(NESTED.length()), value);
                  left.remove(name);
                }
              });
      left.keySet().removeAll(Set.of("initialReconnectDelay", "maxReconnectDelay"));
      if (!left.isEmpty()) {
        throw new CManagerException(
            "unknown failover option '"
                + left.keySet().iterator().next()
                + "'; it must be randomize or nested.*");
      }
      List<URI> tried = new ArrayList<>();
      for (URI one : composite.getComponents()) {
        tried.add(single(one, nested, options));
      }
      if (tried.isEmpty()) {
        throw new CManagerException("broker '" + broker + "' must have an address");
      }
      if (randomize) {
        Collections.shuffle(tried);
      }
      return new BrokerUris(List.copyOf(tried));
    } catch (URISyntaxException e) {
      throw new CManagerException(
          "broker '" + broker + "' must be an address: " + e.getMessage(), e);
    }
  }

  /** A node uses any of several independent brokers, so that these share the nodes. */
  private static BrokerUris ofSeveral(List<URI> brokers, JmsOptions options) {
    List<URI> tried = new ArrayList<>();
    brokers.forEach(each -> tried.addAll(of(each, options).tried()));
    Collections.shuffle(tried);
    return new BrokerUris(List.copyOf(tried));
  }

  private static URI single(URI uri, Map<String, String> nested, JmsOptions options)
      throws URISyntaxException {
    String scheme = uri.getScheme() == null ? "" : uri.getScheme();
    Map<String, String> parameters = new TreeMap<>(URISupport.parseParameters(uri));
    nested.forEach(parameters::putIfAbsent);
    switch (scheme) {
      case "vm" ->
          parameters.putIfAbsent(
              "create", "false"); // never creates a broker with ActiveMQ's defaults
      case "tcp", "ssl", "nio", "nio+ssl" -> {
        if (uri.getHost() == null || uri.getPort() <= 0 || uri.getPort() > 65_535) {
          throw new CManagerException(
              "broker '" + shown(uri) + "' must have a host and a port from 1 to 65535");
        }
        parameters.putIfAbsent("connectionTimeout", "5000");
        parameters.putIfAbsent("wireFormat.maxInactivityDuration", "10000");
        parameters.putIfAbsent("wireFormat.maxFrameSize", "" + options.maxFrameSize());
        parameters.putIfAbsent("socketBufferSize", "" + SOCKET_BUFFER);
        parameters.putIfAbsent("ioBufferSize", "" + IO_BUFFER);
      }
      default ->
          throw new CManagerException(
              "the scheme of a broker must be tcp, ssl, nio, nio+ssl, vm or failover (got '"
                  + shown(uri)
                  + "')");
    }
    return URISupport.createRemainingURI(URISupport.removeQuery(uri), parameters);
  }

  /** Returns the address without a query, which may contain secrets, for logs. */
  public static String shown(URI uri) {
    String text = uri.toString();
    int query = text.indexOf('?');
    return query < 0 ? text : text.substring(0, query);
  }
}
