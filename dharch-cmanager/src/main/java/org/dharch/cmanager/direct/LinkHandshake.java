package org.dharch.cmanager.direct;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Function;
import org.dharch.cmanager.link.Handshake;
import org.dharch.cmanager.link.Link;
import org.dharch.cmanager.link.LinkUser;
import org.dharch.cmanager.options.FrameKey;
import org.dharch.cmanager.options.KeyRing;
import org.dharch.core.text.Brief;
import org.dharch.core.wire.NodeId;

/**
 * Authenticates both ends of a direct connection: each proves that it has the node's key, for this
 * connection alone, before anything else is read:
 *
 * <pre>
 *  manager -> node   hello    'D' 'L' version(1) encrypted(1) nonce(16)
 *                             length(2) manager's address   length(2) node's name~incarnation
 *  node -> manager   answer   nonce(16) proof(32)
 *  manager -> node   proof    proof(32)
 *  node -> manager   welcome  version(1)
 * </pre>
 *
 * <p>A proof is an HMAC-SHA-256 with a key derived from the node's key, over the prover's role,
 * both nonces, both names and the channel binding of TLS. The keys of the following frames are
 * derived from both nonces, too, so that frames of another connection are rejected.
 */
final class LinkHandshake {
  private static final byte VERSION = 1;
  private static final int NONCE = 16;
  private static final int FIXED = 4 + NONCE;
  private static final int PROOF = FrameKey.BYTES;
  private static final SecureRandom RANDOM = new SecureRandom();

  private LinkHandshake() {}

  /**
   * The parameters of a connection that both ends know.
   *
   * @param manager the manager's address
   * @param channel the identity from TLS
   */
  private record Shared(
      String manager,
      String node,
      boolean encrypted,
      byte[] managers,
      byte[] nodes,
      byte[] channel) {

    byte[] proof(FrameKey key, String role) {
      HexFormat hex = HexFormat.of();
      return key.derive("link")
          .code(
              String.join(
                  "\n",
                  role,
                  hex.formatHex(managers),
                  hex.formatHex(nodes),
                  hex.formatHex(channel),
                  String.valueOf(encrypted),
                  manager,
                  node));
    }

    void check(FrameKey key, String role, byte[] proof) {
      if (!MessageDigest.isEqual(proof(key, role), proof)) {
        throw new IllegalArgumentException("its " + role + " must have the node's key");
      }
    }

    String connection() {
      return ":" + HexFormat.of().formatHex(managers) + HexFormat.of().formatHex(nodes);
    }
  }

  private static byte[] nonce() {
    byte[] nonce = new byte[NONCE];
    RANDOM.nextBytes(nonce);
    return nonce;
  }

  private static byte[] hello(Shared shared) {
    byte[] manager = shared.manager.getBytes(StandardCharsets.UTF_8);
    byte[] node = shared.node.getBytes(StandardCharsets.UTF_8);
    ByteBuffer out = ByteBuffer.allocate(FIXED + 4 + manager.length + node.length);
    out.put((byte) 'D').put((byte) 'L').put(VERSION).put((byte) (shared.encrypted ? 1 : 0));
    out.put(shared.managers);
    out.putShort((short) manager.length).put(manager);
    out.putShort((short) node.length).put(node);
    return out.array();
  }

  /** The manager's part of the handshake, to one incarnation of a node. */
  static final class Managers implements Handshake {
    private final FrameKey key;
    private final byte[] channel;
    private final Function<LinkFrames, LinkUser> users;
    private final KeyRing keys;
    private Shared shared;
    private boolean proven;

    /**
     * @param users creates the user of the link
     */
    Managers(
        KeyRing keys,
        boolean encrypt,
        String manager,
        NodeId node,
        byte[] channel,
        Function<LinkFrames, LinkUser> users) {
      this.keys = keys;
      this.key = keys.node(node.name()).orElseThrow();
      this.channel = channel;
      this.users = users;
      this.shared = new Shared(manager, node.toString(), encrypt, nonce(), new byte[0], channel);
    }

    @Override
    public byte[] first() {
      return hello(shared);
    }

    @Override
    public Step receive(byte[] block) {
      if (proven) {
        if (block.length != 1 || block[0] != VERSION) {
          throw new IllegalArgumentException(
              "a welcome was expected (got " + block.length + " bytes)");
        }
        return new Step(Optional.empty(), true);
      }
      if (block.length != NONCE + PROOF) {
        throw new IllegalArgumentException(
            "an answer was expected (got " + block.length + " bytes)");
      }
      shared =
          new Shared(
              shared.manager,
              shared.node,
              shared.encrypted,
              shared.managers,
              Arrays.copyOf(block, NONCE),
              channel);
      shared.check(key, "node", Arrays.copyOfRange(block, NONCE, block.length));
      proven = true;
      return new Step(Optional.of(shared.proof(key, "manager")), false);
    }

    @Override
    public LinkUser user(Link link) {
      return users.apply(LinkFrames.ofManager(link, keys, shared.encrypted, connection(), names()));
    }

    private String connection() {
      return shared.connection();
    }

    private LinkFrames.Names names() {
      return new LinkFrames.Names(shared.manager, shared.node);
    }
  }

  /** Creates the user of a node's link. */
  interface NodesUsers {
    LinkUser of(String manager, LinkFrames frames);
  }

  /** The node's part of the handshake, for one incarnation of the node and any manager. */
  static final class Nodes implements Handshake {
    private final KeyRing keys;
    private final boolean encrypt;
    private final NodeId node;
    private final FrameKey key;
    private final byte[] channel;
    private final NodesUsers users;
    private Optional<Shared> shared = Optional.empty();

    Nodes(KeyRing keys, boolean encrypt, NodeId node, byte[] channel, NodesUsers users) {
      this.keys = keys;
      this.encrypt = encrypt;
      this.node = node;
      this.key = keys.node(node.name()).orElseThrow();
      this.channel = channel;
      this.users = users;
    }

    @Override
    public byte[] first() {
      throw new IllegalStateException("the manager must send first");
    }

    @Override
    public Step receive(byte[] block) {
      if (shared.isEmpty()) {
        Shared now = read(block);
        shared = Optional.of(now);
        byte[] proof = now.proof(key, "node");
        byte[] answer = ByteBuffer.allocate(NONCE + PROOF).put(now.nodes).put(proof).array();
        return new Step(Optional.of(answer), false);
      }
      shared.get().check(key, "manager", block);
      return new Step(Optional.of(new byte[] {VERSION}), true);
    }

    private Shared read(byte[] block) {
      ByteBuffer in = ByteBuffer.wrap(block);
      if (block.length < FIXED || in.get() != 'D' || in.get() != 'L') {
        throw new IllegalArgumentException("a manager's handshake must begin with 'DL'");
      }
      byte version = in.get();
      if (version != VERSION) {
        throw new IllegalArgumentException(
            "its version must be " + VERSION + " (got " + version + ")");
      }
      boolean encrypted = in.get() != 0;
      byte[] nonce = new byte[NONCE];
      in.get(nonce);
      String manager = text(in);
      String to = text(in);
      if (!to.equals(node.toString())) {
        throw new IllegalArgumentException("it requested another node than " + node);
      }
      if (encrypted != encrypt) {
        throw new IllegalArgumentException(
            "manager '"
                + Brief.of(manager)
                + "'"
                + (encrypted ? " encrypts" : " does not encrypt"));
      }
      return new Shared(manager, to, encrypted, nonce, nonce(), channel);
    }

    private static String text(ByteBuffer in) {
      int length = in.remaining() < 2 ? -1 : in.getShort() & 0xffff;
      if (length < 0 || length > in.remaining()) {
        throw new IllegalArgumentException("a name must fit in its block");
      }
      byte[] bytes = new byte[length];
      in.get(bytes);
      return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public LinkUser user(Link link) {
      Shared all = shared.orElseThrow();
      LinkFrames.Names names = new LinkFrames.Names(all.manager, all.node);
      return users.of(all.manager, LinkFrames.ofNode(link, keys, encrypt, all.connection(), names));
    }
  }
}
