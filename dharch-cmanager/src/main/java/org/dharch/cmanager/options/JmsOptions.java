package org.dharch.cmanager.options;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.dharch.api.Limits;
import org.dharch.core.spi.BrokerList;

/**
 * The validated options of the transport besides the broker's address.
 *
 * @param login the login at the broker
 * @param prefetch how many unacknowledged frames the broker may send to a node
 * @param maxFrameSize the largest command on the wire, in bytes
 * @param outbox the bounds on DMFormats that wait to be sent
 * @param memory the embedded broker's memory for messages, in bytes
 * @param limits the bounds on one message besides its payload's, which is bound by the frame size
 * @param security the keys, and whether traffic is encrypted
 * @param namespace the namespace on the broker
 * @param link whether managers and nodes have direct links, and where a node listens
 * @param bridges the brokers to which an embedded broker has bridges
 */
public record JmsOptions(
    Optional<Login> login,
    int prefetch,
    int maxFrameSize,
    OutboxLimits outbox,
    long memory,
    Limits limits,
    Security security,
    NamespaceName namespace,
    LinkOption link,
    List<URI> bridges) {

  /** The size at which a frame is closed, in bytes. A larger item has a frame of its own. */
  public static final int FRAME_BYTES = 64 << 10;

  private static final int LARGEST_FRAME = Integer.MAX_VALUE - 8;

  /** The allowance besides payload and properties: control data, frame and JMS's own. */
  private static final int ROOM = 4 << 20;

  public static final JmsOptions DEFAULT = of(Map.of());

  /** The login at a broker. */
  public record Login(String user, String password) {
    /** Without the password. */
    @Override
    public String toString() {
      return user;
    }
  }

  /**
   * The bounds on DMFormats that wait to be sent.
   *
   * @param messages the bound on their number
   * @param bytes the bound on their bytes
   * @param replyPatience how long a node's reply may wait for capacity
   */
  public record OutboxLimits(int messages, int bytes, Duration replyPatience) {}

  /**
   * The keys of connections and frames.
   *
   * @param tls the key and trust stores of {@code ssl://}
   * @param keyFile the file of the namespace key, or of a node's; see {@link KeyFile}
   * @param encrypt whether traffic between managers and nodes is encrypted; unencrypted frames are
   *     then rejected
   */
  public record Security(Tls tls, Optional<Path> keyFile, boolean encrypt) {
    /** Returns the configured key file or the one of this process. */
    public Path findKeyFile() {
      return keyFile.orElseGet(KeyFile::find);
    }
  }

  /** Key and trust store; empty for the JVM's own. */
  public record Tls(
      Optional<Path> keyStore,
      Optional<String> keyStorePassword,
      Optional<Path> trustStore,
      Optional<String> trustStorePassword) {}

  /**
   * Parses {@code options}.
   *
   * @throws CManagerException if an option is invalid
   */
  public static JmsOptions of(Map<String, String> options) {
    return of(options, Limits.DEFAULT, (int) largest(Limits.DEFAULT));
  }

  /**
   * Parses a manager's options; its transport carries everything within {@code limits}.
   *
   * @throws CManagerException as {@link #of}, and if it could not
   */
  public static JmsOptions ofManager(Map<String, String> options, Limits limits) {
    long largest = largest(limits);
    JmsOptions read = of(options, limits, (int) Math.min(LARGEST_FRAME, largest));
    long least = (long) limits.maxPayloadBytes() + ROOM;
    if (read.maxFrameSize < least) {
      throw new CManagerException(
          least > LARGEST_FRAME
              ? "maxPayloadBytes must be at most "
                  + (LARGEST_FRAME - ROOM)
                  + " (got "
                  + limits.maxPayloadBytes()
                  + ")"
              : "transport option maxFrameSize must be at least "
                  + least
                  + " for maxPayloadBytes="
                  + limits.maxPayloadBytes()
                  + " (got "
                  + read.maxFrameSize
                  + ")");
    }
    return read;
  }

  /**
   * Parses a node's options; it accepts frames of any size that its manager and the broker accept.
   */
  public static JmsOptions ofNode(Map<String, String> options, Limits limits) {
    return of(options, limits, LARGEST_FRAME);
  }

  /** The largest DMFormat within {@code limits}, and a reserve: by default 36 MiB. */
  private static long largest(Limits limits) {
    return limits.maxPayloadBytes()
        + (long) limits.maxProperties() * limits.maxPropertyBytes()
        + ROOM;
  }

  private static JmsOptions of(Map<String, String> options, Limits limits, int defaultFrame) {
    Map<String, String> left = new TreeMap<>(options);
    long heap = Runtime.getRuntime().maxMemory();
    int maxFrameSize = number(left, "maxFrameSize", defaultFrame, 1 << 10, LARGEST_FRAME);
    int sent = (int) Math.min(maxFrameSize, Math.min(LARGEST_FRAME, largest(limits)));
    JmsOptions read =
        new JmsOptions(
            login(text(left, "user"), text(left, "password")),
            number(left, "prefetch", 64, 1, 32_766),
            maxFrameSize,
            new OutboxLimits(
                number(left, "outboxMessages", 10_000, 1, 10_000_000),
                number(left, "outboxBytes", Math.max(64 << 20, sent), sent, Integer.MAX_VALUE),
                Duration.ofMillis(number(left, "replyPatienceMillis", 5_000, 1, 600_000))),
            number(left, "brokerMemoryMiB", (int) Math.max(64, heap >> 22), 1, 1 << 20) * 1048576L,
            limits,
            new Security(
                new Tls(
                    file(left, "keyStore"),
                    text(left, "keyStorePassword"),
                    file(left, "trustStore"),
                    text(left, "trustStorePassword")),
                text(left, "keyFile").map(Path::of),
                flag(left, "encrypt")),
            new NamespaceName(text(left, "namespace").orElse("")),
            LinkOption.of(text(left, "link").orElse("auto")),
            bridges(text(left, "bridge")));
    if (!left.isEmpty()) {
      throw new CManagerException(
          "unknown transport option '"
              + left.keySet().iterator().next()
              + "'; it must be user, password, prefetch, maxFrameSize, outboxMessages, outboxBytes,"
              + " replyPatienceMillis, brokerMemoryMiB, keyFile, encrypt, namespace, link, bridge,"
              + " keyStore, keyStorePassword, trustStore or trustStorePassword");
    }
    return read;
  }

  private static Optional<Login> login(Optional<String> user, Optional<String> password) {
    if (user.isPresent() != password.isPresent()) {
      throw new CManagerException(
          "transport option '"
              + (user.isPresent() ? "user" : "password")
              + "' requires the other; set both user and password or none");
    }
    return user.map(name -> new Login(name, password.orElseThrow()));
  }

  private static Optional<String> text(Map<String, String> options, String name) {
    return Optional.ofNullable(options.remove(name)).filter(text -> !text.isEmpty());
  }

  private static List<URI> bridges(Optional<String> text) {
    try {
      return text.isEmpty() ? List.of() : BrokerList.of(BrokerList.parse(text.get()));
    } catch (URISyntaxException e) {
      throw new CManagerException(
          "transport option bridge must be an address of another broker, such as tcp://host:61616,"
              + " or several with spaces between (got "
              + text.get()
              + ": "
              + e.getReason()
              + ")",
          e);
    }
  }

  private static Optional<Path> file(Map<String, String> options, String name) {
    Optional<Path> file = text(options, name).map(Path::of);
    if (file.isPresent() && !Files.isReadable(file.get())) {
      throw new CManagerException(
          "transport option " + name + " must be a readable key store (got " + file.get() + ")");
    }
    return file;
  }

  private static boolean flag(Map<String, String> options, String name) {
    String text = text(options, name).orElse("false").trim();
    if (!text.equals("true") && !text.equals("false")) {
      throw new CManagerException(
          "transport option " + name + " must be true or false (got " + text + ")");
    }
    return text.equals("true");
  }

  private static int number(
      Map<String, String> options, String name, int absent, int min, int max) {
    String text = options.remove(name);
    if (text == null) {
      return absent;
    }
    try {
      int value = Integer.parseInt(text.trim());
      if (value >= min && value <= max) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Reported below, as for a number out of range.
    }
    throw new CManagerException(
        "transport option " + name + " must be " + min + " to " + max + " (got " + text + ")");
  }

  /**
   * Rejects bridges without a broker of our own.
   *
   * @throws CManagerException if there are bridges and no broker is run here
   */
  public void checkBridges(boolean runsBroker) {
    if (!runsBroker && !bridges.isEmpty()) {
      throw new CManagerException(
          "transport option bridge="
              + BrokerUris.shown(bridges.get(0))
              + " requires a broker: embedded:tcp://host:port or './dharch broker --bridge URI'");
    }
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "JmsOptions[user=" + login.map(Login::user).orElse("") + ", prefetch=" + prefetch + "]";
  }
}
