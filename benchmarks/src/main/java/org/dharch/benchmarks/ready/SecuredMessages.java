package org.dharch.benchmarks.ready;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.dharch.core.message.DHArchException;
import org.dharch.peers.handlers.HandlerRow;
import org.dharch.peers.handlers.HandlerSamples;
import org.dharch.peers.handlers.HandlerWork;
import org.dharch.peers.handlers.MessageFile;
import org.dharch.peers.handlers.SecurityFiles;
import org.dharch.ws.security.SecurityInHandler;
import org.dharch.ws.security.SecurityOutHandler;

/** Keys, the handlers' parameters, and the messages for all contenders. */
final class SecuredMessages {
  /** More than are processed in a second: keys are read again after this many. */
  private static final Map<Integer, Integer> COUNTS = Map.of(1, 500, 100, 60);

  private final SecurityFiles files;

  SecuredMessages(SecurityFiles files) {
    this.files = files;
  }

  /** Makes keys, and the messages of each row that reads some. */
  void write() throws Exception {
    Files.createDirectories(files.folder());
    Files.writeString(password(), HandlerSamples.PASSWORD + "\n");
    Files.writeString(users(), HandlerSamples.USER + "=" + HandlerSamples.PASSWORD + "\n");
    keys(SecurityFiles.CLIENT);
    keys(SecurityFiles.SERVER);
    for (HandlerRow row : HandlerRow.all()) {
      switch (row.work()) {
        case CHECK_USER -> write(row, HandlerWork.ADD_USER);
        case VERIFY -> write(row, HandlerWork.SIGN);
        case DECRYPT -> write(row, HandlerWork.ENCRYPT);
        case CHECK_ALL -> write(row, HandlerWork.SECURE);
        default -> {
          // uses the message as it is
        }
      }
    }
  }

  private void write(HandlerRow row, HandlerWork by) throws Exception {
    SecurityOutHandler out = out(by);
    byte[] message = HandlerSamples.message(row.kilobytes());
    List<byte[]> messages = new ArrayList<>();
    int count = by == HandlerWork.ENCRYPT ? 1 : COUNTS.get(row.kilobytes());
    while (messages.size() < count) {
      messages.add(HandlerRunner.after(out, message));
    }
    MessageFile.write(files.messages(row), messages);
  }

  private Path password() {
    return files.folder().resolve("password");
  }

  private Path users() {
    return files.folder().resolve("users");
  }

  /** Returns the handler that secures messages. */
  SecurityOutHandler out(HandlerWork work) throws Exception {
    Map<String, String> parameters = new HashMap<>();
    parameters.put("timeToLive", HandlerSamples.LIFETIME + "s");
    String actions =
        switch (work) {
          case ADD_USER -> "Timestamp UsernameToken";
          case SIGN -> "Timestamp Signature";
          case ENCRYPT -> "Timestamp Encrypt";
          default -> "Timestamp UsernameToken Signature Encrypt";
        };
    parameters.put("actions", actions);
    if (actions.contains("User")) {
      parameters.put("user", HandlerSamples.USER);
      parameters.put("userPassword", "file:" + password());
    }
    if (actions.contains("Signature")) {
      store(parameters, "keyStore", files.keys(SecurityFiles.CLIENT));
      parameters.put(
          "signParts", actions.contains("User") ? "body timestamp username" : "body timestamp");
    }
    if (actions.contains("Encrypt")) {
      store(parameters, "trustStore", files.certificate(SecurityFiles.SERVER));
    }
    return HandlerRunner.ready(new SecurityOutHandler(), parameters);
  }

  /** Returns a new handler that verifies messages secured this way; it has seen no message yet. */
  SecurityInHandler in(HandlerWork secured) throws Exception {
    Map<String, String> parameters = new HashMap<>();
    parameters.put("maxAge", HandlerSamples.LIFETIME + "s");
    boolean all = secured == HandlerWork.SECURE;
    if (secured == HandlerWork.ADD_USER || all) {
      parameters.put("users", users().toString());
    }
    if (secured == HandlerWork.SIGN || all) {
      store(parameters, "trustStore", files.certificate(SecurityFiles.CLIENT));
      parameters.put("requiredParts", all ? "body timestamp username" : "body timestamp");
    }
    if (secured == HandlerWork.ENCRYPT || all) {
      store(parameters, "keyStore", files.keys(SecurityFiles.SERVER));
      parameters.put("requiredEncrypted", "body");
    }
    return HandlerRunner.ready(new SecurityInHandler(), parameters);
  }

  private void store(Map<String, String> parameters, String name, Path file) {
    parameters.put(name, file.toString());
    parameters.put(name + "Password", "file:" + password());
  }

  private void keys(String alias) throws Exception {
    Path exported = files.folder().resolve(alias + ".crt");
    String keys = files.keys(alias).toString();
    keytool(
        "-genkeypair",
        "-alias",
        alias,
        "-dname",
        "CN=" + alias + ", O=Example",
        "-keyalg",
        "RSA",
        "-keysize",
        "2048",
        "-keystore",
        keys);
    keytool("-exportcert", "-alias", alias, "-file", exported.toString(), "-keystore", keys);
    keytool(
        "-importcert",
        "-noprompt",
        "-alias",
        alias,
        "-file",
        exported.toString(),
        "-keystore",
        files.certificate(alias).toString());
  }

  private static void keytool(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(arguments));
    command.addAll(List.of("-storetype", "PKCS12", "-storepass", HandlerSamples.PASSWORD));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String text = new String(process.getInputStream().readAllBytes(), Charset.defaultCharset());
    if (process.waitFor() != 0) {
      throw new DHArchException("keytool: " + text.strip());
    }
  }
}
