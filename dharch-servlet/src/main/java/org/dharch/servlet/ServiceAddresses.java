package org.dharch.servlet;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.dharch.core.message.DHArchException;
import org.dharch.core.settings.Parameters;
import org.dharch.core.settings.Problems;
import org.dharch.outbound.HostList;

/**
 * The addresses of services in the filter's container, by name. They must be on this machine.
 * Immutable.
 */
record ServiceAddresses(Map<String, URI> byName) {
  /** The prefix of the parameters; the service's name follows. */
  static final String PREFIX = "dharch.deliver.";

  ServiceAddresses {
    byName = Map.copyOf(byName);
  }

  /** Returns the parameters' names among {@code texts}. */
  static Set<String> names(Map<String, String> texts) {
    return texts.keySet().stream()
        .filter(name -> name.startsWith(PREFIX))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /**
   * @throws DHArchException naming each invalid parameter, its value and the allowed values
   */
  static ServiceAddresses of(Parameters parameters) {
    Problems problems = new Problems();
    Map<String, URI> addresses = new LinkedHashMap<>();
    new TreeMap<>(parameters.texts())
        .forEach(
            (name, text) -> {
              if (name.startsWith(PREFIX)) {
                URI none = URI.create("http://127.0.0.1/");
                addresses.put(
                    name.substring(PREFIX.length()),
                    problems.or(none, () -> address(name, text.strip())));
              }
            });
    problems.check();
    return new ServiceAddresses(addresses);
  }

  private static URI address(String name, String text) {
    if (name.length() == PREFIX.length()) {
      throw new DHArchException(name + ": the service's name is missing: " + PREFIX + "NAME");
    }
    try {
      URI uri = new URI(text);
      String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
      if (!Set.of("http", "https").contains(scheme)
          || uri.getHost() == null
          || uri.getRawUserInfo() != null
          || uri.getRawFragment() != null) {
        throw new URISyntaxException(text, "it must be an http or https URL with a host");
      }
      for (InetAddress address : addresses(uri)) {
        if (!isHere(address)) {
          throw new URISyntaxException(text, address.getHostAddress() + " must be this machine");
        }
      }
      return uri;
    } catch (URISyntaxException | UnknownHostException | SocketException e) {
      String why = e instanceof URISyntaxException wrong ? wrong.getReason() : e.toString();
      throw new DHArchException(
          name
              + " must be the address of the service in this container, such as"
              + " http://127.0.0.1:8080/app/services/Orders (got "
              + text
              + ": "
              + why
              + ")",
          e);
    }
  }

  private static InetAddress[] addresses(URI uri) throws UnknownHostException {
    return InetAddress.getAllByName(host(uri));
  }

  private static String host(URI uri) {
    return uri.getHost().replaceAll("[\\[\\]]", "");
  }

  private static boolean isHere(InetAddress address) throws SocketException {
    return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
  }

  boolean isEmpty() {
    return byName.isEmpty();
  }

  /**
   * Returns the hosts and their IP addresses.
   *
   * @throws DHArchException if a host cannot be resolved
   */
  HostList hosts() {
    Set<String> hosts = new LinkedHashSet<>();
    for (URI uri : byName.values()) {
      hosts.add(host(uri));
      try {
        for (InetAddress address : addresses(uri)) {
          hosts.add(address.getHostAddress().replaceFirst("%.*", ""));
        }
      } catch (UnknownHostException e) {
        throw new DHArchException("cannot resolve the host of " + uri + ": " + e.getMessage(), e);
      }
    }
    return HostList.parse(String.join(" ", hosts));
  }
}
