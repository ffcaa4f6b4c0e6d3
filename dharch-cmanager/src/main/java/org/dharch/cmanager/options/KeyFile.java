package org.dharch.cmanager.options;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dharch.core.files.UserFolder;
import org.dharch.core.text.Brief;
import org.dharch.core.text.Reason;

/**
 * The file of a process's key: one line, {@code namespace HEX} or {@code node NAME HEX}, with 64
 * digits of HEX. It is the configured file, otherwise the one that {@value #VARIABLE} in the
 * environment names, otherwise {@code key} in the user's folder, {@code ~/.dharch} or {@value
 * UserFolder#VARIABLE}. Only the last is created if it does not exist: completely, and only once,
 * even if several processes start at a time. It is created readable for its owner only, whatever
 * the umask; a file that others can read is rejected.
 */
public final class KeyFile {
  static final String VARIABLE = "DHARCH_KEY_FILE";

  private static final Pattern LINE =
      Pattern.compile("(?:namespace|node (?<name>\\S+)) (?<hex>[0-9a-fA-F]{64})\\s*");
  private static final int MOST_BYTES = 4096;
  private static final Set<PosixFilePermission> OWNERS_FOLDER =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> OWNERS_FILE =
      PosixFilePermissions.fromString("rw-------");

  private KeyFile() {}

  /**
   * Finds this process's key file if none is configured; creates it if it is the user's default one
   * and does not exist.
   *
   * @throws CManagerException if it cannot be created
   */
  public static Path find() {
    String named = System.getenv(VARIABLE);
    return named == null || named.isBlank() ? made(home().resolve("key")) : Path.of(named.strip());
  }

  /** Returns this user's folder for DHArch. */
  public static Path home() {
    return UserFolder.path();
  }

  /**
   * Checks a node's name.
   *
   * @throws CManagerException if it is invalid
   */
  public static void checkName(String node) {
    if (!node.matches("[A-Za-z0-9_.-]{1,100}")) {
      throw new CManagerException(
          "node name must be 1 to 100 letters, digits, '_', '.' or '-' (got '"
              + Brief.of(node)
              + "')");
    }
  }

  /**
   * Returns the content of a key file for one node, from the file with the namespace key.
   *
   * @throws CManagerException if {@code file} has another key, or {@code node} is an invalid name
   */
  public static String lineFor(String node, Path file) {
    checkName(node);
    FrameKey key = namespace(file).node(node).orElseThrow();
    return "node " + node + " " + HexFormat.of().formatHex(key.bytes());
  }

  /** Reads a manager's keys, which need the namespace key. */
  public static KeyRing.NamespaceKey namespace(Path file) {
    if (read(file) instanceof KeyRing.NamespaceKey namespace) {
      return namespace;
    }
    throw new CManagerException(
        "key file " + file + " must hold the namespace key (got the key of one node)");
  }

  /**
   * Reads the keys in {@code file}.
   *
   * @throws CManagerException with the file and the problem, never the content
   */
  public static KeyRing read(Path file) {
    try {
      if (Files.isDirectory(file)) {
        throw new CManagerException("key file " + file + " must be a file (got a folder)");
      }
      if (isPosix(file)) {
        Set<PosixFilePermission> others = EnumSet.copyOf(Files.getPosixFilePermissions(file));
        others.removeAll(OWNERS_FOLDER);
        if (!others.isEmpty()) {
          throw new CManagerException(
              "key file "
                  + file
                  + " must be accessible only to its owner: chmod 600 (got "
                  + PosixFilePermissions.toString(Files.getPosixFilePermissions(file))
                  + ")");
        }
      }
      if (Files.size(file) > MOST_BYTES) {
        throw wrong(file);
      }
      Matcher line = LINE.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
      if (!line.matches()) {
        throw wrong(file);
      }
      FrameKey key = new FrameKey(HexFormat.of().parseHex(line.group("hex")));
      return Optional.ofNullable(line.group("name"))
          .<KeyRing>map(name -> new KeyRing.NodeKey(name, key))
          .orElseGet(() -> new KeyRing.NamespaceKey(key));
    } catch (NoSuchFileException e) {
      throw new CManagerException("key file " + file + " does not exist", e);
    } catch (IOException e) {
      throw new CManagerException("cannot read key file " + file + ": " + Reason.of(e), e);
    }
  }

  private static CManagerException wrong(Path file) {
    return new CManagerException(
        "key file "
            + file
            + " must have one line 'namespace HEX' or 'node NAME HEX' with 64 hex digits for "
            + FrameKey.BYTES
            + " bytes");
  }

  /** Creates {@code file} in a folder for this user alone. */
  public static Path made(Path file) {
    try {
      Path folder = file.toAbsolutePath().getParent();
      createFolder(folder);
      if (!Files.exists(file)) {
        create(file, folder);
      }
      return file;
    } catch (IOException | UnsupportedOperationException e) {
      throw new CManagerException(
          "cannot create key file "
              + file
              + ": "
              + Reason.of(e)
              + "; dharch.keyFile, keyFile or "
              + VARIABLE
              + " names another",
          e);
    }
  }

  private static void createFolder(Path folder) throws IOException {
    if (!isPosix(folder)) {
      Files.createDirectories(folder);
      return;
    }
    Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(OWNERS_FOLDER));
    Files.setPosixFilePermissions(
        folder, OWNERS_FOLDER); // independent of the umask, also for an existing folder
  }

  /**
   * Written to a temporary file and then linked: the first process wins, and all read the same key.
   */
  private static void create(Path file, Path folder) throws IOException {
    byte[] bytes = new byte[FrameKey.BYTES];
    new SecureRandom().nextBytes(bytes);
    Path fresh = folder.resolve(file.getFileName() + "." + UUID.randomUUID());
    FileAttribute<?>[] own =
        isPosix(file)
            ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNERS_FILE)}
            : new FileAttribute<?>[0];
    Set<StandardOpenOption> options =
        EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try (FileChannel out = FileChannel.open(fresh, options, own)) {
      if (isPosix(file)) {
        Files.setPosixFilePermissions(fresh, OWNERS_FILE);
      }
      String line = "namespace " + HexFormat.of().formatHex(bytes) + "\n";
      out.write(ByteBuffer.wrap(line.getBytes(StandardCharsets.US_ASCII)));
      out.force(true);
      Files.createLink(file, fresh);
    } catch (FileAlreadyExistsException e) {
      // Another process was faster; its key is used.
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  private static boolean isPosix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
