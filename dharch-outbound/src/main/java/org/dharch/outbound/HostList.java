package org.dharch.outbound;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.dharch.core.message.DHArchException;
import org.dharch.core.text.Brief;

/**
 * The allowed target hosts, by name or by network. A name is resolved before it is allowed, and all
 * of its addresses must be allowed. Addresses outside the public Internet (RFC 6890: loopback,
 * link-local, private, multicast and others) must be in a listed network. Immutable; thread-safe.
 *
 * @param names in lower case
 */
public record HostList(Set<String> names, Set<Network> networks) {
  private static final int MAX_ENTRIES = 10_000;

  /** Addresses outside the public Internet (RFC 6890). */
  private static final Set<Network> SPECIAL =
      Stream.of(
              "0.0.0.0/8",
              "10.0.0.0/8",
              "100.64.0.0/10",
              "127.0.0.0/8",
              "168.63.129.16/32", // the host of a cloud provider's machines
              "169.254.0.0/16",
              "172.16.0.0/12",
              "192.0.0.0/24",
              "192.168.0.0/16",
              "198.18.0.0/15",
              "224.0.0.0/3",
              "::/127",
              "fc00::/7",
              "fe80::/10",
              "fec0::/10",
              "ff00::/8")
          .map(text -> Network.parse(text).orElseThrow())
          .collect(Collectors.toUnmodifiableSet());

  /** 6to4 (RFC 3056): bytes 2 to 5 are an IPv4 address. */
  private static final Network SIX_TO_FOUR = Network.parse("2002::/16").orElseThrow();

  /** NAT64 (RFC 6052): the last four bytes are an IPv4 address. */
  private static final byte[] NAT64 = {0, 0x64, (byte) 0xff, (byte) 0x9b, 0, 0, 0, 0, 0, 0, 0, 0};

  /** Thrown for a forbidden host. */
  static final class NotAllowedException extends DHArchException {
    private static final long serialVersionUID = 1L;

    NotAllowedException(String message) {
      super(message);
    }
  }

  /** Thrown when a name cannot be resolved now. */
  static final class UnknownException extends DHArchException {
    private static final long serialVersionUID = 1L;

    UnknownException(String message) {
      super(message);
    }
  }

  @FunctionalInterface
  public interface Resolver {
    Resolver SYSTEM = InetAddress::getAllByName;

    /** Returns all addresses of {@code host}; may block. */
    InetAddress[] resolve(String host) throws UnknownHostException;
  }

  public HostList {
    names = Set.copyOf(names);
    networks = Set.copyOf(networks);
  }

  /**
   * Parses names, addresses and networks, separated by white space or commas. An empty list allows
   * no host.
   *
   * @throws DHArchException if an entry is invalid
   */
  public static HostList parse(String text) {
    Set<String> names = new LinkedHashSet<>();
    Set<Network> networks = new HashSet<>();
    String[] entries = text.isBlank() ? new String[0] : text.strip().split("[\\s,]+");
    if (entries.length > MAX_ENTRIES) {
      throw new DHArchException(
          "the list of hosts must have at most "
              + MAX_ENTRIES
              + " entries (got "
              + entries.length
              + ")");
    }
    for (String entry : entries) {
      Optional<Network> network = Network.parse(entry);
      if (network.isPresent()) {
        networks.add(network.get());
      } else {
        names.add(name(entry));
      }
    }
    return new HostList(names, networks);
  }

  /** Returns true if no host is allowed. */
  public boolean isEmpty() {
    return names.isEmpty() && networks.isEmpty();
  }

  private static String name(String entry) {
    String name = entry.toLowerCase(Locale.ROOT);
    if (!name.matches("[a-z0-9]([a-z0-9_-]*[a-z0-9])?(\\.[a-z0-9_]([a-z0-9_-]*[a-z0-9])?)*\\.?")
        || name.length() > 254) {
      throw new DHArchException(
          "a host must be a name, address or network without a port (got '"
              + Brief.of(entry)
              + "')");
    }
    return withoutDot(name);
  }

  private static String withoutDot(String name) {
    return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
  }

  /**
   * Returns the address to send to; may block.
   *
   * @param host as written in a URI
   * @throws NotAllowedException if the host is not allowed, with the reason
   * @throws UnknownException if no address is known
   */
  InetAddress check(String host, Resolver resolver) {
    String name = withoutDot(host.toLowerCase(Locale.ROOT));
    boolean isNamed = names.contains(name);
    if (!isNamed && networks.isEmpty()) {
      throw notListed(name);
    }
    InetAddress[] all = addresses(name, resolver);
    for (InetAddress address : all) {
      boolean isInNetwork = networks.stream().anyMatch(network -> network.contains(address));
      if (!isInNetwork && !isNamed) {
        throw notListed(name);
      }
      if (!isInNetwork && isSpecial(address)) {
        throw new NotAllowedException(
            "host '"
                + Brief.of(name)
                + "' has address "
                + address.getHostAddress()
                + ", which is not on the public Internet and in no network on the list of hosts");
      }
    }
    return all[0];
  }

  /**
   * Returns the reason why messages to {@code address} are forbidden; empty if they are allowed, or
   * if the host is unknown now. May block.
   *
   * @param address with a host
   */
  public Optional<String> refusal(URI address, Resolver resolver) {
    try {
      check(address.getHost(), resolver);
      return Optional.empty();
    } catch (UnknownException e) {
      return Optional.empty(); // it may be known later
    } catch (NotAllowedException e) {
      return Optional.of(e.getMessage());
    }
  }

  private static NotAllowedException notListed(String name) {
    return new NotAllowedException("host '" + Brief.of(name) + "' is not on the list of hosts");
  }

  private static InetAddress[] addresses(String name, Resolver resolver) {
    Optional<InetAddress> literal;
    try {
      literal = Network.literal(name);
    } catch (DHArchException e) {
      throw new NotAllowedException(e.getMessage());
    }
    if (literal.isPresent()) {
      return new InetAddress[] {literal.get()};
    }
    try {
      InetAddress[] all = resolver.resolve(name);
      if (all.length > 0) {
        return all;
      }
    } catch (UnknownHostException e) {
      // reported below
    }
    throw new UnknownException("unknown host '" + Brief.of(name) + "'");
  }

  /** Returns true for addresses outside the public Internet, including embedded IPv4 addresses. */
  private static boolean isSpecial(InetAddress address) {
    return SPECIAL.stream().anyMatch(network -> network.contains(address))
        || (address instanceof Inet6Address ipv6
            && embedded(ipv6).map(HostList::isSpecial).orElse(false));
  }

  /** Returns the IPv4 address that is embedded in an IPv6 address. */
  private static Optional<InetAddress> embedded(Inet6Address address) {
    byte[] bytes = address.getAddress();
    int offset =
        SIX_TO_FOUR.contains(address)
            ? 2
            : address.isIPv4CompatibleAddress() || Arrays.equals(Arrays.copyOf(bytes, 12), NAT64)
                ? 12
                : -1;
    try {
      return offset < 0
          ? Optional.empty()
          : Optional.of(InetAddress.getByAddress(Arrays.copyOfRange(bytes, offset, offset + 4)));
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }
}
