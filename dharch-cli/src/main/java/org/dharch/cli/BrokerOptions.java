package org.dharch.cli;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** Who one is to the broker; the same for every command. */
final class BrokerOptions {
  static final String DEFAULT = "tcp://127.0.0.1:61616";

  @Option(names = "--user", description = "The broker's user.")
  private String user;

  @Option(
      names = "--password",
      defaultValue = "${env:DHARCH_PASSWORD}",
      description = "The user's password; better given as DHARCH_PASSWORD in the environment.")
  private String password;

  @Option(
      names = "--key-file",
      paramLabel = "FILE",
      description =
          "The file with the system's key, or a node's own; ~/.dharch/key, which is made, or what"
              + " DHARCH_KEY_FILE names, if absent.")
  private String keyFile;

  /** As transport options. */
  Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    if (user != null) {
      options.put("user", user);
    }
    if (user != null && password != null) {
      options.put("password", password);
    }
    if (keyFile != null) {
      options.put("keyFile", keyFile);
    }
    if ((user == null) != (password == null) && System.getenv("DHARCH_PASSWORD") == null) {
      throw new UsageException(
          (user == null ? "--password" : "--user")
              + " stands alone; --user and --password are allowed together or not at all");
    }
    return options;
  }

  /** Reads an address; what is wrong with it is said in terms of {@code option}. */
  static URI uri(String option, String text) {
    try {
      URI uri = new URI(text);
      if (uri.getScheme() != null && uri.getSchemeSpecificPart() != null) {
        return uri;
      }
    } catch (URISyntaxException e) {
      throw wrong(option, text, e);
    }
    throw wrong(option, text, null);
  }

  private static UsageException wrong(String option, String text, Throwable cause) {
    return new UsageException(
        option + " is '" + text + "'; an address such as " + DEFAULT + " is allowed", cause);
  }
}
