package org.dharch.ws.eventing;

import java.util.ArrayList;
import java.util.List;
import org.dharch.ws.addressing.AddressingVersion;
import org.dharch.ws.addressing.EndpointReference;

/**
 * The parts of an endpoint reference for sending messages. Immutable.
 *
 * @param address an absolute URI
 * @param headers the header blocks of a message, except its address
 */
public record Sink(AddressingVersion version, String address, List<String> headers) {
  /** The maximum length of {@link #text}, in characters. */
  public static final int MAX_TEXT = 6_144;

  public Sink {
    headers = List.copyOf(headers);
  }

  /** Creates the sink of a reference. */
  public static Sink of(EndpointReference reference) {
    return new Sink(reference.version(), reference.address(), reference.headers());
  }

  /**
   * Returns the form for stores: the version's year, the address, a blank, and each block after its
   * length.
   */
  public String text() {
    StringBuilder text = new StringBuilder(address.length() + 16);
    text.append(version == AddressingVersion.WSA_2004_08 ? '4' : '5').append(address).append(' ');
    headers.forEach(block -> text.append(block.length()).append(':').append(block));
    return text.toString();
  }

  /**
   * Parses {@link #text}.
   *
   * @throws IllegalArgumentException if the text is invalid
   */
  public static Sink parse(String text) {
    int blank = text.indexOf(' ');
    if (blank < 1) {
      throw new IllegalArgumentException("invalid sink: " + text);
    }
    AddressingVersion version =
        text.charAt(0) == '4' ? AddressingVersion.WSA_2004_08 : AddressingVersion.WSA_2005_08;
    List<String> headers = new ArrayList<>();
    int start = blank + 1;
    while (start < text.length()) {
      int colon = text.indexOf(':', start);
      int end = colon + 1 + Integer.parseInt(text.substring(start, Math.max(start, colon)));
      headers.add(text.substring(colon + 1, end));
      start = end;
    }
    return new Sink(version, text.substring(1, blank), headers);
  }
}
