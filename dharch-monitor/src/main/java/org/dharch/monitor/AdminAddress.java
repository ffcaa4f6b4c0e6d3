package org.dharch.monitor;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.dharch.core.message.DHArchException;

/** Parses the address of an admin port. */
public final class AdminAddress {
  private AdminAddress() {}

  /**
   * Parses {@code HOST:PORT}.
   *
   * @param name the option or parameter, for errors
   * @throws DHArchException if it is invalid
   */
  public static InetSocketAddress parse(String name, String text) {
    int at = text.lastIndexOf(':');
    try {
      String host = text.substring(0, Math.max(at, 0)).replaceAll("^\\[|]$", "");
      int port = Integer.parseInt(text.substring(at + 1));
      if (!host.isEmpty()) {
        return new InetSocketAddress(InetAddress.getByName(host), port);
      }
    } catch (UnknownHostException | IllegalArgumentException e) {
      throw new DHArchException(wrong(name, text), e);
    }
    throw new DHArchException(wrong(name, text));
  }

  private static String wrong(String name, String text) {
    return name + " must be HOST:PORT, such as 127.0.0.1:7070, or off (got '" + text + "')";
  }
}
