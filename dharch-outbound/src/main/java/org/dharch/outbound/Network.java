package org.dharch.outbound;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;
import org.dharch.core.message.DHArchException;

/**
 * An address range (CIDR, RFC 4632, RFC 4291).
 *
 * @param begin the first address
 * @param bits the length of the common prefix
 */
public record Network(InetAddress begin, int bits) {
  /** Text that is never looked up as a name. */
  private static final Pattern LITERAL = Pattern.compile("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

  private static final Pattern DOTTED =
      Pattern.compile("[0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]{1,3}");

  /**
   * Parses an address or a network such as {@code 10.0.0.0/8}.
   *
   * @return empty if the text may be a name
   * @throws DHArchException if the text is invalid
   */
  static Optional<Network> parse(String text) {
    int slash = text.indexOf('/');
    Optional<InetAddress> address = literal(slash < 0 ? text : text.substring(0, slash));
    if (address.isEmpty()) {
      if (slash >= 0) {
        throw invalid(text);
      }
      return Optional.empty();
    }
    int length = address.get().getAddress().length * 8;
    int bits = slash < 0 ? length : bits(text, text.substring(slash + 1), length);
    Network network = new Network(address.get(), bits);
    if (!network.equals(new Network(first(address.get(), bits), bits))) {
      throw new DHArchException(
          "network '" + text + "' must have zero bits after the first " + bits);
    }
    return Optional.of(network);
  }

  private static int bits(String text, String number, int length) {
    if (!number.matches("[0-9]{1,3}") || Integer.parseInt(number) > length) {
      throw invalid(text);
    }
    return Integer.parseInt(number);
  }

  private static DHArchException invalid(String text) {
    return new DHArchException(
        "a host must be a name, an address or a network, such as example.org, 192.0.2.1, 10.0.0.0/8"
            + " or 2001:db8::/32 (got '"
            + text
            + "')");
  }

  /** Parses an address, with or without brackets; empty if the text may be a name. */
  static Optional<InetAddress> literal(String text) {
    boolean bracketed = text.startsWith("[") && text.endsWith("]");
    String unbracketed = bracketed ? text.substring(1, text.length() - 1) : text;
    if (!LITERAL.matcher(unbracketed).matches() || (unbracketed.indexOf(':') < 0 && bracketed)) {
      return Optional.empty();
    }
    if (unbracketed.indexOf(':') < 0 && !DOTTED.matcher(unbracketed).matches()) {
      // some systems accept 127.1 and 2130706433
      throw new DHArchException("address must be four numbers with dots (got '" + text + "')");
    }
    try {
      return Optional.of(InetAddress.getAllByName(unbracketed)[0]);
    } catch (UnknownHostException e) {
      throw new DHArchException("invalid address '" + text + "'", e);
    }
  }

  private static InetAddress first(InetAddress address, int bits) {
    byte[] bytes = address.getAddress();
    for (int i = 0; i < bytes.length; i++) {
      int prefixBits = Math.max(0, Math.min(8, bits - 8 * i));
      bytes[i] &= (byte) (0xff << (8 - prefixBits));
    }
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }

  boolean contains(InetAddress address) {
    return address.getAddress().length == begin.getAddress().length
        && Arrays.equals(first(address, bits).getAddress(), begin.getAddress());
  }
}
