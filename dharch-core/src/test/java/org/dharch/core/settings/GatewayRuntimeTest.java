package org.dharch.core.settings;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.TabularData;
import org.awaitility.Awaitility;
import org.dharch.core.flow.JobSizesFile;
import org.dharch.core.message.DHArchException;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.spi.CManagerProvider;
import org.dharch.core.spi.NodeProvider;
import org.dharch.core.spi.Outbound;
import org.dharch.core.store.FolderStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is started is closed: in order, once, and also if not all of it could start. */
class GatewayRuntimeTest {
  @TempDir Path folder;
  private URLClassLoader loader;

  private final GatewayHost host =
      new GatewayHost() {
        @Override
        public Path file(String name) {
          return folder.resolve(name);
        }

        @Override
        public ClassLoader loader() {
          return loader;
        }

        @Override
        public void check(Orchestrations next) {
          if (next.byName().containsKey("refused")) {
            throw new DHArchException("no service can follow it");
          }
        }

        @Override
        public Optional<Outbound> outbound() {
          return Optional.of(
              new Outbound() {
                @Override
                public CompletionStage<Result> send(Request request) {
                  throw new AssertionError("nothing is emitted");
                }

                @Override
                public void close() {
                  TracedParts.closed("outbound");
                }
              });
        }

        @Override
        public void finishDeliveries() {
          boolean sizesWritten = Files.exists(folder.resolve("kept").resolve(JobSizesFile.NAME));
          boolean storeOpen = FolderStore.manager(folder.resolve("kept")).isPresent();
          TracedParts.closed("deliveries, sizes " + sizesWritten + ", store " + storeOpen);
        }
      };

  @BeforeEach
  void services() throws Exception {
    Path services = Files.createDirectories(folder.resolve("META-INF/services"));
    Files.writeString(
        services.resolve(CManagerProvider.class.getName()), TracedParts.Transport.class.getName());
    Files.writeString(
        services.resolve(NodeProvider.class.getName()), TracedParts.Nodes.class.getName());
    loader =
        new URLClassLoader(
            new URL[] {folder.toUri().toURL()}, GatewayRuntimeTest.class.getClassLoader());
    TracedParts.begin(folder.getFileName().toString());
    write("a", 1);
  }

  @AfterEach
  void close() throws Exception {
    loader.close();
  }

  private void write(String orchestration, int second) throws Exception {
    Path document = folder.resolve("o.xml");
    Files.writeString(
        document,
        "<orchestrations xmlns='urn:dharch:orchestration:1'><orchestration name='"
            + orchestration
            + "'><handler name='h'/></orchestration></orchestrations>");
    Files.setLastModifiedTime(document, FileTime.fromMillis(1_700_000_000_000L + 1000L * second));
  }

  private GatewayRuntime start(String... more) {
    Map<String, String> texts = new HashMap<>();
    texts.put("dharch.broker", "traced:broker");
    texts.put("dharch.orchestration", "o.xml");
    texts.put("dharch.store", "kept");
    texts.put("dharch.reload", "5ms");
    texts.put("dharch.node", "n1, n2");
    for (int i = 0; i < more.length; i += 2) {
      texts.put(more[i], more[i + 1]);
    }
    GatewaySettings settings = GatewaySettings.of(new Parameters(texts), Set.of());
    return GatewayRuntime.start(
        settings, OrchestrationSource.of(settings, host::file, List.of(loader)), host);
  }

  private void assertNothingIsLeft() {
    assertTrue(FolderStore.manager(folder.resolve("kept")).isEmpty(), "the store is closed");
    Awaitility.await()
        .until(
            () ->
                Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().endsWith(TracedParts.address())));
  }

  @Test
  void closesInOrderAndOnce() {
    GatewayRuntime runtime = start();
    runtime.manager().jobSizes().observed("any", 0, 1_000);
    assertTrue(runtime.reload().isPresent());
    runtime.close();
    runtime.close();
    assertEquals(
        List.of(
            "node n2", "node n1", "transport", "outbound", "deliveries, sizes true, store true"),
        TracedParts.closed());
    assertNothingIsLeft();
    start().close();
  }

  @Test
  void managerIsRegisteredInJmxWhileRunning() throws Exception {
    MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    ObjectName name;
    try (GatewayRuntime runtime = start()) {
      name =
          new ObjectName(
              "org.dharch:type=Manager,name=" + ObjectName.quote(runtime.manager().address()));
      assertEquals(
          runtime.manager().status().concurrencyLimit(),
          beans.getAttribute(name, "ConcurrencyLimit"));
      assertEquals(0, beans.getAttribute(name, "Waiting"));
      TabularData counters = (TabularData) beans.getAttribute(name, "Counters");
      assertEquals(0L, counters.get(new Object[] {"FAILED"}).get("value"));
      assertTrue(((TabularData) beans.getAttribute(name, "HandlerRun95")).isEmpty());
    }
    assertFalse(beans.isRegistered(name));
  }

  @Test
  void closedReloadChecksNothing() throws Exception {
    GatewayRuntime runtime = start();
    write("b", 2);
    Awaitility.await().until(() -> runtime.reload().orElseThrow().taken() == 1);
    assertEquals(Set.of("b"), runtime.manager().orchestrations().byName().keySet());
    runtime.close();
    write("c", 3);
    assertEquals(Set.of("b"), runtime.manager().orchestrations().byName().keySet());
  }

  @Test
  void hostMayRejectNewVersion() throws Exception {
    try (GatewayRuntime runtime = start()) {
      write("refused", 2);
      Awaitility.await().until(() -> runtime.reload().orElseThrow().refused() == 1);
      assertEquals(Set.of("a"), runtime.manager().orchestrations().byName().keySet());
    }
  }

  @Test
  void reloadAndSizesAreOptional() {
    try (GatewayRuntime runtime = start("dharch.reload", "never", "dharch.store", "")) {
      assertTrue(runtime.reload().isEmpty());
      runtime.manager().jobSizes().observed("any", 0, 1_000);
    }
    assertFalse(Files.exists(folder.resolve("kept")));
  }

  @Test
  void failedNodeStartClosesOtherParts() {
    DHArchException failure =
        assertThrows(DHArchException.class, () -> start("dharch.node", "n1, missing"));
    assertEquals("node missing cannot start", failure.getMessage());
    assertEquals(
        List.of("node n1", "transport", "outbound", "deliveries, sizes false, store true"),
        TracedParts.closed());
    assertNothingIsLeft();
  }

  @Test
  void failedTransportLeavesNoThread() {
    DHArchException failure =
        assertThrows(DHArchException.class, () -> start("dharch.broker", "traced:taken"));
    assertEquals("the port is taken", failure.getMessage());
    assertEquals(
        List.of("transport", "outbound", "deliveries, sizes false, store true"),
        TracedParts.closed());
    assertNothingIsLeft();
  }

  @Test
  void unknownTransportClosesStore() {
    assertThrows(DHArchException.class, () -> start("dharch.broker", "pigeon:post"));
    assertEquals(List.of("outbound", "deliveries, sizes false, store true"), TracedParts.closed());
    assertNothingIsLeft();
  }

  @Test
  void folderInUseIsUnchanged() {
    try (GatewayRuntime runtime = start()) {
      assertThrows(DHArchException.class, this::start);
      assertEquals(List.of(), TracedParts.closed());
      assertEquals(Duration.ofSeconds(30), runtime.manager().config().deadline());
    }
  }

  @Test
  void failureToCloseLeavesNothingOpen() {
    GatewayRuntime runtime = start("dharch.broker", "traced:stuck");
    IllegalStateException failure = assertThrows(IllegalStateException.class, runtime::close);
    assertEquals("the transport does not close", failure.getMessage());
    assertEquals(
        List.of(
            "node n2", "node n1", "transport", "outbound", "deliveries, sizes false, store true"),
        TracedParts.closed());
    assertNothingIsLeft();
    assertDoesNotThrow(runtime::close);
  }

  @Test
  void cleanupFailuresOfStartAreSuppressed() {
    DHArchException failure =
        assertThrows(
            DHArchException.class,
            () -> start("dharch.broker", "traced:stuck", "dharch.node", "missing"));
    assertEquals("node missing cannot start", failure.getMessage());
    assertEquals(1, failure.getSuppressed().length);
    assertEquals("the transport does not close", failure.getSuppressed()[0].getMessage());
    assertArrayEquals(new Throwable[0], failure.getSuppressed()[0].getSuppressed());
    assertSame(IllegalStateException.class, failure.getSuppressed()[0].getClass());
  }
}
