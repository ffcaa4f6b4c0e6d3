package org.dharch.cli.base;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dharch.core.spi.BrokerList;
import org.dharch.core.text.Reason;
import org.dharch.monitor.AdminTls;
import picocli.CommandLine.Option;

/** The options for the broker login. */
public final class BrokerOptions {
  public static final String DEFAULT = "tcp://127.0.0.1:61616";
  private static final String KEY_STORE = "--key-store";
  private static final String KEY_STORE_PASSWORD = "DHARCH_KEY_STORE_PASSWORD";
  private static final String TRUST_STORE = "--trust-store";
  private static final String TRUST_STORE_PASSWORD = "DHARCH_TRUST_STORE_PASSWORD";

  @Option(names = "--user", description = "User of the broker")
  private String user;

  @Option(
      names = "--password",
      defaultValue = "${env:DHARCH_PASSWORD}",
      description = "Password of the user (DHARCH_PASSWORD)")
  private String password;

  @Option(
      names = "--key-file",
      paramLabel = "FILE",
      description = "File with the key (DHARCH_KEY_FILE; ~/.dharch/key)")
  private String keyFile;

  @Option(
      names = KEY_STORE,
      paramLabel = "FILE",
      description = "For ssl: key store with the own certificate and key")
  private String keyStore;

  @Option(
      names = "--key-store-password",
      paramLabel = "PASSWORD",
      defaultValue = "${env:" + KEY_STORE_PASSWORD + "}",
      description = "Password of the key store (" + KEY_STORE_PASSWORD + ")")
  private String keyStorePassword;

  @Option(
      names = TRUST_STORE,
      paramLabel = "FILE",
      description = "For ssl: key store with the trusted certificates")
  private String trustStore;

  @Option(
      names = "--trust-store-password",
      paramLabel = "PASSWORD",
      defaultValue = "${env:" + TRUST_STORE_PASSWORD + "}",
      description = "Password of the trust store (" + TRUST_STORE_PASSWORD + ")")
  private String trustStorePassword;

  /**
   * Returns the transport's options for the broker's own process, if {@code address} is an {@code
   * embedded:} one or {@code here}; otherwise for a client.
   */
  public Map<String, String> options(String option, URI address, boolean here) {
    boolean isTls =
        addresses(address).stream()
            .filter(each -> here || each.startsWith("embedded:"))
            .anyMatch(each -> each.replaceFirst("^embedded:", "").startsWith("ssl:"));
    if (isTls) {
      if (keyStore == null) {
        throw new UsageException(
            option
                + " with ssl:// requires "
                + KEY_STORE
                + " FILE with the broker's certificate, and "
                + KEY_STORE_PASSWORD
                + " in the environment (got '"
                + address
                + "')");
      }
    }
    return options();
  }

  private static List<String> addresses(URI address) {
    return List.of(BrokerList.text(address).split(" "));
  }

  /** Returns the transport's options. */
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    store(options, KEY_STORE, "keyStore", keyStore, keyStorePassword);
    store(options, TRUST_STORE, "trustStore", trustStore, trustStorePassword);
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
              + " requires the other; set both --user and --password or none");
    }
    return options;
  }

  /** The TLS for other ports of the process, if it has a certificate. */
  Optional<AdminTls> adminTls() {
    return Optional.ofNullable(keyStore)
        .map(file -> new AdminTls(Path.of(file), Optional.ofNullable(keyStorePassword)));
  }

  /** The options that a joining command needs too. */
  public String joinArguments() {
    return trustStore == null ? "" : " " + TRUST_STORE + " " + trustStore;
  }

  private static void store(
      Map<String, String> options, String option, String name, String file, String password) {
    if (file == null) {
      return;
    }
    try {
      Arguments.requireFile(Path.of(file));
    } catch (IOException e) {
      throw new UsageException(option + ": " + Reason.of(e), e);
    }
    options.put(name, file);
    if (password != null) {
      options.put(name + "Password", password);
    }
  }

  /**
   * The arguments that pass the stores of {@code options} to a child process.
   *
   * @param environment receives the passwords, which must not appear on a command line
   */
  public static List<String> storeArguments(
      Map<String, String> options, Map<String, String> environment) {
    List<String> arguments = new ArrayList<>();
    if (options.containsKey("keyStore")) {
      arguments.addAll(List.of(KEY_STORE, options.get("keyStore")));
    }
    if (options.containsKey("trustStore")) {
      arguments.addAll(List.of(TRUST_STORE, options.get("trustStore")));
    }
    Optional.ofNullable(options.get("keyStorePassword"))
        .ifPresent(it -> environment.put(KEY_STORE_PASSWORD, it));
    Optional.ofNullable(options.get("trustStorePassword"))
        .ifPresent(it -> environment.put(TRUST_STORE_PASSWORD, it));
    return arguments;
  }

  /** Parses an address; errors name {@code option}. */
  public static URI uri(String option, String text) {
    try {
      URI uri = new URI(text);
      if (uri.getScheme() != null && uri.getSchemeSpecificPart() != null) {
        return uri;
      }
    } catch (URISyntaxException e) {
      throw wrong(option, text, "", e);
    }
    throw wrong(option, text, "", null);
  }

  /** As {@link #uri}, or several separated by spaces, as one {@code shards:(…)}. */
  public static URI uris(String option, String text) {
    try {
      return BrokerList.parse(text);
    } catch (URISyntaxException e) {
      throw wrong(option, text, ", or several, with spaces between", e);
    }
  }

  private static UsageException wrong(String option, String text, String also, Throwable cause) {
    return new UsageException(
        option + " must be an address such as " + DEFAULT + also + " (got '" + text + "')", cause);
  }
}
