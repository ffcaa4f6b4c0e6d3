package org.dharch.core.orchestration.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.dharch.core.document.DocumentException;
import org.dharch.core.orchestration.rule.Policy;
import org.dharch.core.orchestration.rule.PolicyRule;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OrchestrationReloadTest {
  @TempDir Path folder;
  private Path document;
  private long second;

  @BeforeEach
  void document() {
    document = folder.resolve("o.xml");
  }

  /** Each version a second younger than the one before, whatever the file system's clock does. */
  private void write(Path file, String text) throws Exception {
    Files.writeString(file, text);
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_700_000_000_000L + 1000 * ++second));
  }

  private void write(String handler) throws Exception {
    write(document, orchestration(handler, ""));
  }

  private static String orchestration(String handler, String attributes) {
    return "<orchestrations xmlns='urn:dharch:orchestration:1' "
        + attributes
        + "><orchestration name='o'><handler name='"
        + handler
        + "'/></orchestration></orchestrations>";
  }

  private static Optional<String> polled(OrchestrationFile file) {
    return file.poll().map(o -> o.named("o").notation());
  }

  @Test
  void changeIsReadAfterTwoEqualLooks() throws Exception {
    write("A");
    OrchestrationFile file = OrchestrationFile.open(document);
    assertEquals("{A}", file.first().named("o").notation());
    assertEquals(Optional.empty(), polled(file));
    write(document, "<orchestrations");
    assertEquals(Optional.empty(), polled(file), "half written");
    write("B");
    assertEquals(Optional.empty(), polled(file), "just written");
    assertEquals(Optional.of("{B}"), polled(file));
    assertEquals(Optional.empty(), polled(file));
  }

  @Test
  void invalidVersionIsReportedOnce() throws Exception {
    write("A");
    OrchestrationFile file = OrchestrationFile.open(document);
    write(document, "<orchestrations/>");
    assertEquals(Optional.empty(), polled(file));
    assertThrows(DocumentException.class, file::poll);
    assertEquals(Optional.empty(), polled(file), "said already");
    Files.delete(document);
    assertEquals(Optional.empty(), polled(file));
    assertTrue(
        assertThrows(DocumentException.class, file::poll)
            .getMessage()
            .endsWith("the file does not exist"));
    write("C");
    assertEquals(Optional.empty(), polled(file));
    assertEquals(Optional.of("{C}"), polled(file));
  }

  /** Fault: a pipe in the document's place kept its reader for ever. */
  @Test
  void pipeIsRejectedWithoutBlocking() throws Exception {
    write("A");
    OrchestrationFile file = OrchestrationFile.open(document);
    Files.delete(document);
    assertEquals(0, new ProcessBuilder("mkfifo", document.toString()).start().waitFor());
    assertTimeoutPreemptively(
        Duration.ofSeconds(10),
        () -> {
          assertEquals(Optional.empty(), polled(file));
          assertTrue(
              assertThrows(DocumentException.class, file::poll)
                  .getMessage()
                  .endsWith("must be a plain file, which can be read again"));
          assertEquals(Optional.empty(), polled(file), "said already");
        });
    Files.delete(document);
    Files.createDirectory(document);
    assertEquals(Optional.empty(), polled(file));
    assertThrows(DocumentException.class, file::poll);
    Files.delete(document);
    write("B");
    assertEquals(Optional.empty(), polled(file));
    assertEquals(Optional.of("{B}"), polled(file));
  }

  @Test
  void replacedFileIsAChange() throws Exception {
    write("A");
    OrchestrationFile file = OrchestrationFile.open(document);
    FileTime time = Files.getLastModifiedTime(document);
    Path other = Files.writeString(folder.resolve("other"), orchestration("B", ""));
    Files.setLastModifiedTime(other, time);
    Files.move(other, document, StandardCopyOption.REPLACE_EXISTING);
    assertEquals(Optional.empty(), polled(file));
    assertEquals(Optional.of("{B}"), polled(file), "of the same time and size");
  }

  @Test
  void policyFileIsWatchedToo() throws Exception {
    Path policy = folder.resolve("p.xml");
    write(policy, "<policy xmlns='urn:dharch:policy:1'/>");
    write(document, orchestration("A", "policy='p.xml'"));
    OrchestrationFile file = OrchestrationFile.open(document);
    assertEquals(Optional.empty(), polled(file));
    write(policy, "<policy xmlns='urn:dharch:policy:1'><required handler='B'/></policy>");
    assertEquals(Optional.empty(), polled(file));
    assertTrue(
        assertThrows(DocumentException.class, file::poll)
            .getMessage()
            .contains("'B' is required; some path does not include it"));
    assertEquals(Optional.empty(), polled(file));
    write(policy, "<policy xmlns='urn:dharch:policy:1'><once handler='A'/></policy>");
    assertEquals(Optional.empty(), polled(file));
    assertEquals(new Policy(List.of(new PolicyRule.Once("A"))), file.poll().orElseThrow().policy());
  }

  @Test
  void lookSurvivesAnyException() throws Exception {
    write("A");
    List<String> taken = new ArrayList<>();
    OrchestrationReload reload =
        new OrchestrationReload(
            OrchestrationFile.open(document),
            Duration.ofSeconds(1),
            o -> Optional.empty(),
            o -> {
              taken.add(o.named("o").notation());
              if (taken.size() == 2) {
                throw new IllegalStateException("the taker is broken");
              }
            });
    for (String handler : List.of("B", "C", "D")) {
      write(handler);
      reload.look();
      reload.look();
    }
    write(document, "broken");
    reload.look();
    reload.look();
    assertEquals(List.of("{B}", "{C}", "{D}"), taken);
    assertEquals(2, reload.taken());
    assertEquals(2, reload.refused());
  }

  @Test
  void versionWaitsForItsHandlersUntilReplaced() throws Exception {
    write("A");
    List<String> taken = new ArrayList<>();
    Set<String> missing = new TreeSet<>(Set.of("B", "C"));
    OrchestrationReload reload =
        new OrchestrationReload(
            OrchestrationFile.open(document),
            Duration.ofSeconds(1),
            o ->
                missing.stream()
                    .filter(o.named("o").handlerNames()::contains)
                    .map(name -> "no node serves " + name)
                    .findFirst(),
            o -> taken.add(o.named("o").notation()));
    write("B");
    for (int look = 0; look < 4; look++) {
      reload.look();
    }
    assertEquals(List.of(), taken);
    assertEquals(0, reload.refused());
    write("C");
    reload.look();
    reload.look();
    missing.clear();
    reload.look();
    reload.look();
    assertEquals(List.of("{C}"), taken);
  }

  @Test
  void threadRunsUntilClosed() throws Exception {
    write("A");
    BlockingQueue<String> taken = new LinkedBlockingQueue<>();
    OrchestrationReload reload =
        OrchestrationReload.start(
            OrchestrationFile.open(document),
            Duration.ofMillis(5),
            o -> Optional.empty(),
            o -> taken.add(o.named("o").notation() + " " + Thread.currentThread().getName()));
    write("B");
    String last = taken.poll(10, TimeUnit.SECONDS);
    assertEquals("{B} dharch-orchestration-reload", last);
    reload.close();
    reload.close();
    assertFalse(
        Thread.getAllStackTraces().keySet().stream()
            .anyMatch(t -> t.getName().equals("dharch-orchestration-reload")));
    assertThrows(
        IllegalArgumentException.class,
        () ->
            OrchestrationReload.start(
                OrchestrationFile.open(document),
                Duration.ZERO,
                o -> Optional.empty(),
                o -> taken.add("never")));
  }
}
