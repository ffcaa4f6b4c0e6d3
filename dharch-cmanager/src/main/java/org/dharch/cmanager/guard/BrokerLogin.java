package org.dharch.cmanager.guard;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;
import org.dharch.cmanager.frame.Target;
import org.dharch.cmanager.options.FrameKey;
import org.dharch.cmanager.options.KeyRing;

/**
 * The identity of a connection to the embedded broker, proved by its client id, {@code
 * dharch:NAME:RANDOM:CODE}: only a client with that name's key can compute the code. Any other
 * broker treats it as a unique id.
 */
public sealed interface BrokerLogin {
  /** A manager, which has the namespace key. */
  record Manager() implements BrokerLogin {
    @Override
    public String shown() {
      return "a manager";
    }
  }

  /** The node of this name. */
  record Node(String name) implements BrokerLogin {
    @Override
    public String shown() {
      return "node '" + name + "'";
    }
  }

  String shown();

  /** With this the client ids begin. */
  String PREFIX = "dharch:";

  private static String code(FrameKey key, String random) {
    return HexFormat.of().formatHex(key.derive("broker").code(random));
  }

  /** Creates the client id of one connection of a manager. */
  static String ofManager(KeyRing.NamespaceKey keys) {
    return clientId("", keys.root());
  }

  /** Creates the client id of one connection of a node, whose key is in {@code keys}. */
  static String ofNode(KeyRing keys, String name) {
    return clientId(Target.escape(name), keys.node(name).orElseThrow());
  }

  private static String clientId(String name, FrameKey key) {
    String random = UUID.randomUUID().toString();
    return PREFIX + name + ":" + random + ":" + code(key, random);
  }

  /** Verifies a client id; empty if it was not made with a key of {@code keys}. */
  static Optional<BrokerLogin> of(String clientId, KeyRing.NamespaceKey keys) {
    String[] parts = clientId.split(":", -1);
    if (parts.length != 4 || !clientId.startsWith(PREFIX)) {
      return Optional.empty();
    }
    boolean manager = parts[1].isEmpty();
    String name = name(parts[1]);
    FrameKey key = manager ? keys.root() : keys.node(name).orElseThrow();
    if (!MessageDigest.isEqual(code(key, parts[2]).getBytes(UTF_8), parts[3].getBytes(UTF_8))) {
      return Optional.empty();
    }
    return Optional.of(manager ? new Manager() : new Node(name));
  }

  /** An invalid name gets a key, too, which no client has. */
  private static String name(String escaped) {
    try {
      return Target.unescape(escaped);
    } catch (IllegalArgumentException e) {
      return "";
    }
  }
}
