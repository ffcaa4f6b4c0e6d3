package org.dharch.monitor;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.dharch.core.message.DHArchException;

/** Reads where an admin port is to listen. */
public final class AdminAddress {
  private AdminAddress() {}

  /**
   * Reads {@code HOST:PORT}.
   *
   * @param name of the option or parameter that says it, for errors
   * @throws DHArchException if it is none, saying what is allowed
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
