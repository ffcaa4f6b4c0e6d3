package org.dharch.hemanager;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dharch.core.DHManager;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.document.DocumentException;
import org.dharch.core.inprocess.InMemoryTransport;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Rule;
import org.dharch.core.wire.NodeStatus;
import org.dharch.hemanager.document.NodeDescription;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole node: from its document to its handlers' work. */
final class HEManagerTest {
  private static final byte[] ENVELOPE =
      Utf8.bytes(EnvelopeText.SOAP11.of("<h:One xmlns:h='urn:h'/>", "<b>text</b>"));

  @TempDir Path folder;

  private final InMemoryTransport transport = new InMemoryTransport();

  private HEManager start(Path document) {
    return HEManager.start(NodeDescription.read(document, Map.of()), transport::node);
  }

  private Outcome send(Stage... stages) throws Exception {
    Orchestrations orchestrations =
        Orchestrations.of(
            List.of(Orchestration.of("o", stages)), List.of(Rule.all(Direction.IN, "o")));
    try (DHManager manager =
        DHManager.start(DHManagerConfig.DEFAULT, orchestrations, transport.manager())) {
      return FutureGateway.send(manager, Submission.of(Direction.IN, "S", ENVELOPE))
          .get(20, SECONDS);
    }
  }

  @Test
  void nativeAndAxis2HandlersProcessOneMessage() throws Exception {
    Path document =
        NodeDocuments.write(
            folder,
            "",
            NodeDocuments.handler(
                "native", NodeHandlers.Native.class.getName(), Map.of("prefix", "n")),
            NodeDocuments.handler(
                "adder", NodeHandlers.HeaderAdder.class.getName(), Map.of("text", "t")),
            NodeDocuments.handler("body", NodeHandlers.BodyChanger.class),
            NodeDocuments.handler("processor", NodeHandlers.Processor.class));
    try (HEManager node = start(document)) {
      assertEquals("n1", node.id().name());
      assertEquals(NodeStatus.State.READY, node.status().state());
      Outcome.Completed outcome =
          assertInstanceOf(
              Outcome.Completed.class,
              send(Stage.of("native", "adder", "processor"), Stage.of("body")));
      String envelope = new String(outcome.envelope(), StandardCharsets.UTF_8);
      assertTrue(envelope.contains("urn:added"), envelope);
      assertTrue(envelope.contains("changed"), envelope);
      assertEquals("n" + ENVELOPE.length, outcome.properties().get("native").orElseThrow());
      assertEquals("dharch-handlers", outcome.properties().get("loader").orElseThrow());
      assertEquals(1, outcome.processed().size());
    }
  }

  @Test
  void completionCallbackCallsFlowComplete() throws Exception {
    NodeHandlers.ENDS.clear();
    Path document =
        NodeDocuments.write(
            folder,
            "",
            NodeDocuments.handler("first", NodeHandlers.EndTeller.class),
            NodeDocuments.handler("second", NodeHandlers.EndTeller.class),
            NodeDocuments.handler("no", NodeHandlers.Thrower.class));
    HandlerEntry first = HandlerEntry.of("first").completionCallback(true);
    try (HEManager node = start(document)) {
      send(Stage.of(first), Stage.of("second"), Stage.of("no"));
      assertEquals("second completed", NodeHandlers.ENDS.poll(10, SECONDS), "after its own work");
      String told = NodeHandlers.ENDS.poll(10, SECONDS);
      assertTrue(told.startsWith("first failed: HANDLER_FAILED in handler 'no'"), told);
      send(Stage.of(first), Stage.of("second"));
      assertEquals("second completed", NodeHandlers.ENDS.poll(10, SECONDS));
      assertEquals("first completed", NodeHandlers.ENDS.poll(10, SECONDS));
      assertEquals(Set.of("first", "second", "no"), Set.copyOf(node.status().handlers()));
    }
  }

  @Test
  void journalAnswersInNextIncarnation() throws Exception {
    Path document =
        NodeDocuments.write(
            folder,
            "journal='n1.journal'",
            NodeDocuments.handler("once", NodeHandlers.Native.class));
    HandlerEntry once = HandlerEntry.of("once").atomicity(Atomicity.ATOMIC);
    Optional<String> journal;
    try (HEManager node = start(document)) {
      journal = node.status().node().journal();
      assertTrue(journal.isPresent());
      assertInstanceOf(Outcome.Completed.class, send(Stage.of(once)));
      assertTrue(Files.size(folder.resolve("n1.journal")) > 100);
      DHArchException e = assertThrows(DHArchException.class, () -> start(document));
      assertTrue(e.getMessage().contains("in use"), e::getMessage);
    }
    try (HEManager node = start(document)) {
      assertInstanceOf(Outcome.Completed.class, send(Stage.of(once)));
      assertEquals(NodeStatus.State.READY, node.status().state());
      assertEquals(journal, node.status().node().journal());
    }
  }

  @Test
  void standbyIsAnnounced() throws Exception {
    Path document =
        NodeDocuments.write(
            folder, "standby='true'", NodeDocuments.handler("n", NodeHandlers.Native.class));
    try (HEManager node = start(document)) {
      assertTrue(node.status().traits().contains(NodeStatus.Trait.STANDBY));
    }
  }

  @Test
  void faultOfAxis2HandlerFailsMessage() throws Exception {
    Path document =
        NodeDocuments.write(folder, "", NodeDocuments.handler("no", NodeHandlers.Thrower.class));
    try (HEManager node = start(document)) {
      Outcome.Failed failed = assertInstanceOf(Outcome.Failed.class, send(Stage.of("no")));
      assertEquals(Fault.Code.HANDLER_FAILED, failed.fault().code());
      assertEquals("no", failed.fault().handler());
      assertTrue(failed.fault().reason().contains("signature is not valid"));
      assertEquals(Set.of("no"), Set.copyOf(node.status().handlers()));
    }
  }

  @Test
  void allInvalidHandlersAreReportedWithPlaceAndReason() throws Exception {
    Path document =
        NodeDocuments.write(
            folder,
            "",
            NodeDocuments.handler("gone", "org.example.Gone", Map.of()),
            NodeDocuments.handler("text", String.class),
            NodeDocuments.handler("abstract", NodeHandlers.AbstractOne.class),
            NodeDocuments.handler("interface", org.apache.axis2.engine.Handler.class),
            NodeDocuments.handler("arguments", NodeHandlers.NoConstructor.class),
            NodeDocuments.handler("init", NodeHandlers.BadInit.class),
            NodeDocuments.handler("error", NodeHandlers.ErrorInit.class),
            NodeDocuments.handler("dispatcher", NodeHandlers.Dispatcher.class),
            NodeDocuments.handler(
                "dispatcher2", "org.apache.axis2.dispatchers.RequestURIBasedDispatcher", Map.of()),
            NodeDocuments.handler("phase", org.apache.axis2.engine.DispatchPhase.class),
            NodeDocuments.handler("sender", org.apache.axis2.kernel.TransportSender.class),
            NodeDocuments.handler("rampart", org.apache.rampart.handler.RampartReceiver.class),
            NodeDocuments.handler("good", NodeHandlers.Native.class));
    DocumentException e = assertThrows(DocumentException.class, () -> start(document));
    List<String> expected =
        List.of(
            "handler 'gone': class org.example.Gone must be in the handlers folder or on",
            "handler 'text': class java.lang.String must implement org.dharch.api.DHHandler",
            "handler 'abstract': class "
                + NodeHandlers.AbstractOne.class.getName()
                + " must not be abstract",
            "handler 'interface': class org.apache.axis2.engine.Handler must not be abstract",
            "handler 'arguments': class "
                + NodeHandlers.NoConstructor.class.getName()
                + " must have a public constructor without parameters",
            "handler 'init': class "
                + NodeHandlers.BadInit.class.getName()
                + ": its init threw java.io.FileNotFoundException: /no/such.key",
            "handler 'error': class "
                + NodeHandlers.ErrorInit.class.getName()
                + ": its init threw java.lang.StackOverflowError: deep",
            "handler 'dispatcher': class "
                + NodeHandlers.Dispatcher.class.getName()
                + " cannot run on a node: it is a dispatcher",
            "handler 'dispatcher2': class org.apache.axis2.dispatchers.RequestURIBasedDispatcher"
                + " cannot run on a node: it is a dispatcher",
            "handler 'phase': class org.apache.axis2.engine.DispatchPhase cannot run on a node",
            "handler 'sender': class org.apache.axis2.kernel.TransportSender cannot run on a node",
            "handler 'rampart': class org.apache.rampart.handler.RampartReceiver cannot run on a"
                + " node: it is a Rampart handler");
    assertEquals(expected.size(), e.problems().size(), e.getMessage());
    for (int i = 0; i < expected.size(); i++) {
      assertEquals(i + 2, e.problems().get(i).line());
      String message = e.problems().get(i).message();
      assertTrue(message.startsWith(expected.get(i)), message);
      assertEquals(1, message.lines().count());
    }
  }

  /** Fault A9: what is missing is named, not the class that is there and extends it. */
  @Test
  void missingSuperclassIsReported() throws Exception {
    Path classes = Files.createDirectory(folder.resolve("classes"));
    String handler =
        " implements org.dharch.api.DHHandler { public org.dharch.api.Changes"
            + " handle(org.dharch.api.HandlerMessage m) { new Helper();"
            + " return org.dharch.api.Changes.NONE; } }";
    Jars.compile(
        classes,
        List.of(
            "Outer.java",
            "package extra; public class Outer" + handler,
            "Own.java",
            "package extra; public class Own extends Base" + handler,
            "Base.java",
            "package extra; public class Base { }",
            "Helper.java",
            "package extra; class Helper extends Base { }"));
    Path jars = Files.createDirectory(folder.resolve("jars"));
    Jars.jar(classes, "Outer", jars.resolve("a.jar"));
    Jars.jar(classes, "Own", jars.resolve("b.jar"));
    Jars.jar(classes, "Helper", jars.resolve("c.jar"));
    Path document =
        NodeDocuments.write(
            folder,
            "handlersFolder='jars'",
            NodeDocuments.handler("outer", "extra.Outer", Map.of())
                + NodeDocuments.handler("own", "extra.Own", Map.of()));
    DocumentException e = assertThrows(DocumentException.class, () -> start(document));
    String where = ", which must be in the handlers folder or on the class path";
    assertEquals(
        List.of(
            "handler 'outer': class extra.Outer needs class extra.Base"
                + " (extra.Helper extends or implements it)"
                + where,
            "handler 'own': class extra.Own needs class extra.Base"
                + " (it extends or implements it)"
                + where),
        e.problems().stream().map(DocumentException.Problem::message).toList());
  }

  @Test
  void handlersAreLoadedFromFolder() throws Exception {
    Path classes = Files.createDirectory(folder.resolve("classes"));
    Jars.compile(
        classes,
        List.of(
            "JarHandler.java",
            "package extra; public class JarHandler implements org.dharch.api.DHHandler {"
                + " public org.dharch.api.Changes handle("
                + "org.dharch.api.HandlerMessage m) { return"
                + " org.dharch.api.Changes.builder().property(\"help\","
                + " new Helper().text()).build(); } }",
            "Helper.java",
            "package extra; class Helper { String text() { return \"helped\"; } }"));
    Path jars = Files.createDirectory(folder.resolve("jars"));
    Jars.jar(classes, "JarHandler", jars.resolve("a.jar"));
    Path document =
        NodeDocuments.write(
            folder,
            "handlersFolder='jars'",
            NodeDocuments.handler("jar", "extra.JarHandler", Map.of()));
    DocumentException e = assertThrows(DocumentException.class, () -> start(document));
    assertEquals(
        "handler 'jar': class extra.JarHandler needs class extra.Helper, which must be in the"
            + " handlers folder or on the class path",
        e.problems().get(0).message());
    Jars.jar(classes, "Helper", jars.resolve("b.jar"));
    try (HEManager node = start(document)) {
      assertEquals(List.of("jar"), node.status().handlers());
      Outcome.Completed outcome = assertInstanceOf(Outcome.Completed.class, send(Stage.of("jar")));
      assertEquals("helped", outcome.properties().get("help").orElseThrow());
    }
  }

  @Test
  void brokerIsRequiredAndValidated() throws Exception {
    Path document =
        NodeDocuments.write(folder, "", NodeDocuments.handler("h", NodeHandlers.Native.class));
    DHArchException e =
        assertThrows(DHArchException.class, () -> HEManager.start(document, Map.of()));
    assertTrue(
        e.getMessage().contains("broker must be set there or on the command line"), e.getMessage());
    e =
        assertThrows(
            DHArchException.class,
            () -> HEManager.start(document, Map.of("broker", "gopher://a:1")));
    assertTrue(e.getMessage().endsWith("(got 'gopher://a:1')"), e.getMessage());
    e =
        assertThrows(
            DHArchException.class,
            () -> HEManager.start(document, Map.of("broker", "tcp://a:1", "colour", "red")));
    assertTrue(e.getMessage().contains("colour"), e.getMessage());
  }

  @Test
  void closeIsIdempotent() throws Exception {
    Path document =
        NodeDocuments.write(folder, "", NodeDocuments.handler("h", NodeHandlers.Native.class));
    HEManager node = start(document);
    node.close();
    node.close();
    assertEquals(NodeStatus.State.STOPPED, node.status().state());
  }
}
