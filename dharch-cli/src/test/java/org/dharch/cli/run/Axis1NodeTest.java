package org.dharch.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.dharch.cli.CommandRun;
import org.dharch.samples.SampleNames;
import org.dharch.testing.DocsPage;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.SoapCalls;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Handlers of Axis 1.4 in a node's own process, from a handlers folder as docs/handler-authors.md
 * has it: Axis' own, and the page's.
 */
final class Axis1NodeTest {
  private static final Path ADAPTER = Path.of("../dharch-axis1/target");

  @TempDir Path folder;
  private Path handlers;

  /** Nothing of Axis 1 is on the class path of this test, nor on the node's. */
  @BeforeEach
  void fill() throws Exception {
    handlers = Files.createDirectory(folder.resolve("handlers"));
    jar(ADAPTER.resolve("classes"), handlers.resolve("dharch-axis1.jar"));
    for (String each : Files.readString(ADAPTER.resolve("classpath")).strip().split(":", -1)) {
      Path jar = Path.of(each);
      if (!jar.toString().contains("slf4j")) { // the node's
        Files.copy(jar, handlers.resolve(jar.getFileName()));
      }
    }
    String source =
        DocsPage.of("handler-authors.md").blocks("java").stream()
            .filter(block -> block.contains("class SiteHandler"))
            .findFirst()
            .orElseThrow();
    Path file = Files.writeString(folder.resolve("SiteHandler.java"), source);
    Path classes = Files.createDirectory(folder.resolve("classes"));
    int rc =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-proc:none",
                "-cp",
                Files.readString(ADAPTER.resolve("classpath")).strip(),
                "-d",
                "" + classes,
                "" + file);
    assertEquals(0, rc);
    jar(classes, handlers.resolve("site.jar"));
  }

  private static void jar(Path classes, Path jar) throws Exception {
    try (Stream<Path> files = Files.walk(classes);
        JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(file).toString().replace('\\', '/')));
        Files.copy(file, out);
        out.closeEntry();
      }
    }
  }

  private static String handler(String name, String type, String... parameter) {
    String inside =
        parameter.length == 0
            ? ""
            : "<parameter name='" + parameter[0] + "'>" + parameter[1] + "</parameter>";
    return "<handler name='" + name + "' class='" + type + "'>" + inside + "</handler>";
  }

  private Path node(String... all) throws Exception {
    return Files.writeString(
        folder.resolve("node.xml"),
        "<node xmlns='urn:dharch:node:1' name='axis1' handlersFolder='handlers'>"
            + String.join("", all)
            + "</node>");
  }

  @Test
  void handlersRunForService() throws Exception {
    Path log = folder.resolve("axis.log");
    Path orchestration =
        Files.writeString(
            folder.resolve("orchestration.xml"),
            "<orchestrations xmlns='urn:dharch:orchestration:1'>"
                + "<orchestration name='in'><handler name='session'/><handler name='site'/>"
                + "</orchestration><orchestration name='out'><handler name='session'/>"
                + "<handler name='log'/></orchestration><rule orchestration='in'/>"
                + "<rule orchestration='out' flow='out'/></orchestrations>");
    Path node =
        node(
            handler("session", "org.apache.axis.handlers.SimpleSessionHandler"),
            handler("site", "com.example.SiteHandler", "site", "north"),
            handler("log", "org.apache.axis.handlers.LogHandler", "LogHandler.fileName", "" + log));
    String request =
        EnvelopeText.SOAP11.of(
            "<p:process xmlns:p='"
                + SampleNames.NAMESPACE
                + "'><p:id>7</p:id><p:document>d</p:document><p:secret>x</p:secret></p:process>");
    try (ServedNode site = ServedNode.start(folder, orchestration, node)) {
      HttpResponse<String> answer =
          SoapCalls.post(
              site.endpoint(), SoapCalls.XML, SampleNames.PROCESS_ACTION, Utf8.bytes(request));
      assertEquals(200, answer.statusCode(), answer::body);
      assertTrue(answer.body().contains("sessionID"), answer::body);
      assertTrue(Files.readString(log).contains("sessionID"), "it came before the log");
      site.node().terminate();
      assertEquals(128 + 15, site.node().exitCode(30), () -> "" + site.node().output());
    }
  }

  @Test
  void unrunnableConfigurationIsReportedAtStart() throws Exception {
    Path node =
        node(
            handler("md5", "org.apache.axis.handlers.MD5AttachHandler"),
            handler("map", "org.apache.axis.handlers.http.URLMapper"),
            handler("chain", "org.apache.axis.SimpleChain"),
            handler("rpc", "org.apache.axis.providers.java.RPCProvider"));
    CommandRun run =
        CommandRun.of("node", "--config", node.toString(), "--broker", "tcp://127.0.0.1:1");
    for (String reason :
        List.of(
            "needs class javax.activation.DataHandler",
            "it uses HTTPConstants.MC_HTTP_SERVLETPATHINFO",
            "it is a chain",
            "it is a provider")) {
      assertTrue(run.err().contains(reason), run.err());
    }
    Files.delete(handlers.resolve("dharch-axis1.jar"));
    run = CommandRun.of("node", "--config", node.toString(), "--broker", "tcp://127.0.0.1:1");
    assertTrue(
        run.err().contains("Axis 1's handlers need the jars of dharch-axis1 and of Axis"),
        run.err());
  }
}
