package org.dharch.api;

import java.net.URI;
import java.util.List;
import java.util.Objects;

/** The destination of an {@link Emission}. */
public sealed interface Target {
  /** The bound on the addresses of one emission. */
  int MAX_ADDRESSES = 1_000;

  /**
   * A service behind one of the managers: it receives the envelope as if a client had sent it.
   *
   * @param name the service's name, as orchestration rules name it
   * @param operation the operation's name; empty if the container determines it from the message
   */
  record Service(String name, String operation) implements Target {
    public Service {
      if (name.isEmpty()) {
        throw new IllegalArgumentException("service must be a name (got '')");
      }
      Objects.requireNonNull(operation, "operation");
    }
  }

  /**
   * External addresses; each receives the same envelope with its own reference parameters.
   *
   * @param addresses 1 to {@value #MAX_ADDRESSES}
   */
  record Endpoint(List<Address> addresses) implements Target {
    public Endpoint {
      addresses = List.copyOf(addresses);
      if (addresses.isEmpty() || addresses.size() > MAX_ADDRESSES) {
        throw new IllegalArgumentException(
            "addresses must be 1 to " + MAX_ADDRESSES + " (got " + addresses.size() + ")");
      }
    }

    /** One address without reference parameters. */
    public static Endpoint of(URI address) {
      return new Endpoint(List.of(new Address(address, List.of())));
    }
  }

  /**
   * One address of an {@link Endpoint}. The byte arrays are not copied and must not be written to
   * once handed over.
   *
   * @param uri absolute
   * @param headers the UTF-8 bytes of each header block that the envelope gets for this address:
   *     WS-Addressing's reference parameters and reference properties
   */
  record Address(URI uri, List<byte[]> headers) {
    public Address {
      if (!uri.isAbsolute()) {
        throw new IllegalArgumentException("address must be absolute (got '" + uri + "')");
      }
      headers = List.copyOf(headers);
    }
  }
}
