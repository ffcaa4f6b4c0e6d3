package org.dharch.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.dharch.testing.DocsPage;
import org.dharch.testing.SoapCalls;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archive, unpacked into an empty folder, with a Java that can compile nothing. */
class ArchiveIT {
  private static final String VERSION = System.getProperty("distribution.version");
  private static final String REQUEST =
      """
      <s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>
        <p:process xmlns:p="urn:dharch:samples"><p:id>1</p:id><p:document>d</p:document>\
      <p:secret>s</p:secret></p:process>
      </s:Body></s:Envelope>
      """;

  @TempDir static Path folder;
  private static Path home;
  private static String dharch;

  /** With a Java as the page says that one may be. */
  @BeforeAll
  static void unpack() throws Exception {
    Path archive = Path.of("target", "dharch-" + VERSION + ".tar.gz");
    Finished.of("tar", "-xzf", archive.toString(), "-C", folder.toString()).right();
    home = folder.resolve("dharch-" + VERSION);
    dharch = home.resolve("bin/dharch").toString();
    Matcher jlink =
        Pattern.compile("`jlink --add-modules (\\S+) --output jre`")
            .matcher(DocsPage.of("install.md").text());
    assertTrue(jlink.find());
    Finished.of(
            Path.of(System.getProperty("java.home"), "bin", "jlink").toString(),
            "--add-modules",
            jlink.group(1),
            "--output",
            folder.resolve("jre").toString())
        .right();
    assertFalse(Files.exists(folder.resolve("jre/bin/javac")));
  }

  private static Map<String, String> environment(String... more) {
    Map<String, String> all = new HashMap<>();
    all.put("JAVA_HOME", folder.resolve("jre").toString());
    all.put("DHARCH_HOME", folder.resolve("home").toString());
    for (int i = 0; i < more.length; i += 2) {
      all.put(more[i], more[i + 1]);
    }
    return all;
  }

  private static Finished run(String... arguments) throws Exception {
    String[] command =
        Stream.concat(Stream.of(dharch), Stream.of(arguments)).toArray(String[]::new);
    return Finished.of(environment(), command);
  }

  @Test
  void allIsThere() throws Exception {
    run("--version").right().says("dharch " + VERSION);
    for (String file :
        List.of(
            "LICENSE",
            "CHANGELOG.md",
            "CONTRIBUTING.md",
            "README.md",
            "SECURITY.md",
            "docs/install.md",
            "docs/architecture.svg",
            "deploy/compose.yaml",
            "deploy/helm/dharch/Chart.yaml",
            "sbom/dharch-cli.cdx.json",
            "sbom/dharch-axis2-mar.cdx.json",
            "systemd/dharch-broker.service")) {
      assertTrue(Files.size(home.resolve(file)) > 0, file);
    }
    String notice = Files.readString(home.resolve("NOTICE"));
    try (Stream<Path> libraries = Files.list(home.resolve("lib"))) {
      for (Path library : libraries.toList()) {
        String name = library.getFileName().toString().replaceFirst("-[0-9].*", "");
        assertTrue(
            name.startsWith("dharch-") || notice.contains(":" + name + " "), name + " in NOTICE");
      }
    }
    assertEquals("rw-r--r--", rights("lib/dharch-cli-" + VERSION + ".jar"));
    assertEquals("rwxr-xr-x", rights("bin/dharch"));
  }

  private static String rights(String file) throws Exception {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(home.resolve(file)));
  }

  @Test
  void theDocumentsAreRightAndTheModuleIsInstalled() throws Exception {
    run("validate", home.resolve("etc/orchestration.xml").toString()).right();
    run("validate", home.resolve("etc/nodes/sample.xml").toString()).right();
    Path axis2 = Files.createDirectories(folder.resolve("axis2"));
    Files.createDirectories(axis2.resolve("services"));
    run("install", axis2.toString()).right().says("Installed ");
    assertEquals(
        -1,
        Files.mismatch(
            home.resolve("axis2/dharch-" + VERSION + ".mar"),
            axis2.resolve("modules/dharch-" + VERSION + ".mar")));
  }

  /** A broker, a node and a manager, as docs/install.md starts them; a request goes through all. */
  @Test
  void aRequestMeetsTheHandlersOfTheSampleNode() throws Exception {
    Path work = Files.createDirectories(folder.resolve("work"));
    String any = "tcp://127.0.0.1:0";
    try (Launched broker = launch(work, "broker", environment("DHARCH_BIND", any))) {
      String address = broker.await("READY ");
      Map<String, String> settings =
          environment(
              "DHARCH_BROKER",
              address,
              "DHARCH_PORT",
              "0",
              "DHARCH_NO_NODE",
              "true",
              "DHARCH_ADMIN",
              "127.0.0.1:0",
              "DHARCH_CONFIG",
              home.resolve("etc/nodes/sample.xml").toString(),
              "DHARCH_ORCHESTRATION",
              home.resolve("etc/orchestration.xml").toString());
      try (Launched node = launch(work, "node", settings);
          Launched manager = launch(work, "serve", settings)) {
        assertEquals("sample monitor,logger", node.await("READY "));
        String service = manager.await("READY ");
        String port = manager.await("ADMIN http://127.0.0.1:").replaceFirst(" .*", "");
        Awaitility.await("ready")
            .atMost(30, TimeUnit.SECONDS)
            .until(
                () ->
                    Finished.of(home.resolve("bin/dharch-probe").toString(), "ready", port)
                            .exitCode()
                        == 0);
        HttpResponse<String> answer =
            SoapCalls.post11(service, "urn:dharch:samples:process", REQUEST);
        assertEquals(200, answer.statusCode(), answer.body());
        assertTrue(answer.body().contains("processed"), answer.body());
        Awaitility.await("the logger's line")
            .atMost(10, TimeUnit.SECONDS)
            .until(() -> Files.exists(work.resolve("messages.log")));
        String token = folder.resolve("home/admin/127.0.0.1_" + port + ".token").toString();
        String url = "http://127.0.0.1:" + port;
        run("status", "--url", url, "--token-file", token).right();
        assertEquals(143, node.end());
        assertEquals(143, manager.end());
      }
      assertEquals(143, broker.end());
    }
  }

  /** The page's lines as they stand there, but for names and numbers that are another's. */
  @Test
  void tlsInFiveLines() throws Exception {
    String page = DocsPage.of("install.md").text();
    String section = page.substring(page.indexOf("## TLS in five lines"));
    String block = section.substring(section.indexOf("```\n") + 4);
    List<String> lines =
        block
            .substring(0, block.indexOf("```"))
            .replace("…", "secret")
            .replace("host.example:61616", "localhost:0")
            .replace("host.example", "localhost")
            .lines()
            .map(line -> line.replaceFirst("^\\$ ", ""))
            .toList();
    assertEquals(5, lines.size(), lines.toString());
    Path work = Files.createDirectories(folder.resolve("tls"));
    String path =
        home.resolve("bin") + ":" + folder.resolve("jre/bin") + ":" + System.getenv("PATH");
    Map<String, String> environment = environment("PATH", path);
    String begin = "set -eu; cd " + work + "; " + lines.get(0) + "\n";
    Finished.of(environment, "bash", "-c", begin + lines.get(1) + "\n" + lines.get(2)).right();
    try (Launched broker = new Launched(work, environment, "bash", "-c", begin + lines.get(3))) {
      String address = broker.await("READY ");
      assertTrue(address.startsWith("ssl://localhost:"), address);
      String node = lines.get(4).replace("ssl://localhost:0", address);
      try (Launched joined = new Launched(work, environment, "bash", "-c", begin + node)) {
        assertTrue(joined.await("READY ").endsWith(" A,B,C,D,E"));
      }
    }
  }

  private static Launched launch(Path folder, String command, Map<String, String> environment)
      throws Exception {
    return new Launched(folder, environment, dharch, command);
  }
}
