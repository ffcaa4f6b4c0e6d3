package org.dharch.hemanager.reload;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Outcome;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Rule;
import org.dharch.hemanager.Jars;
import org.dharch.hemanager.NodeDocuments;
import org.dharch.hemanager.NodeJvm;
import org.dharch.hemanager.NodeWork;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node in another JVM, whose jar is written over while messages go through it. */
final class ReloadUnderLoadTest {
  private static final int AT_ONCE = 16;

  @TempDir Path folder;

  private static String source(String which) {
    return String.format(
        """
        import org.dharch.api.*;
        public class Work implements DHHandler {
          public Changes handle(HandlerMessage m) throws Exception {
            Thread.sleep(2);
            return Changes.builder().property("is", new Part().is()).build();
          }
          static class Part {
            String is() { return "%s"; }
          }
        }
        """,
        which);
  }

  @Test
  void reloadFailsNoMessage() throws Exception {
    Path jar = Files.createDirectory(folder.resolve("jars")).resolve("work.jar");
    Jars.one(jar, List.of(), "Work", source("one"));
    Path next = folder.resolve("next.jar");
    Jars.one(next, List.of(), "Work", source("two"));
    Path document =
        NodeDocuments.write(folder, "handlersFolder='jars'", "<handler name='w' class='Work'/>");
    Orchestrations orchestrations =
        Orchestrations.of(
            List.of(Orchestration.of("o", Stage.of("w"))), List.of(Rule.all(Direction.IN, "o")));
    try (NodeJvm jvm = new NodeJvm(folder, document, List.of(), orchestrations)) {
      jvm.awaitReady();
      assertEquals("one", is(jvm.send("S", NodeWork.ENVELOPE)));
      ArrayDeque<CompletableFuture<Outcome>> underWay = new ArrayDeque<>();
      Set<String> seen = new TreeSet<>();
      Files.write(jar, Files.readAllBytes(next)); // over it, as cp does
      await()
          .atMost(40, SECONDS)
          .pollInSameThread()
          .pollDelay(java.time.Duration.ZERO)
          .until(
              () -> {
                for (int i = 0; i < AT_ONCE; i++) {
                  underWay.add(jvm.send("S", NodeWork.ENVELOPE));
                }
                while (underWay.size() > AT_ONCE) {
                  seen.add(is(underWay.remove()));
                }
                return seen.contains("two");
              });
      while (!underWay.isEmpty()) {
        seen.add(is(underWay.remove()));
      }
      assertEquals(Set.of("one", "two"), seen);
      assertEquals("two", is(jvm.send("S", NodeWork.ENVELOPE)));
      Files.writeString(jar, "half");
      await().atMost(20, SECONDS).until(() -> jvm.node.output().contains("Rejected new jars"));
      assertEquals("two", is(jvm.send("S", NodeWork.ENVELOPE)));
      jvm.node.process().destroy();
      assertTrue(jvm.node.process().waitFor(20, SECONDS));
      String reported = jvm.node.output();
      assertTrue(reported.contains("Loaded new jars"), reported);
      assertFalse(reported.contains("Threads of closed handlers"), reported);
      assertFalse(reported.contains("cannot find JDBC drivers"), reported);
    }
  }

  private static String is(CompletableFuture<Outcome> outcome) throws Exception {
    Outcome end = outcome.get(40, SECONDS);
    return assertInstanceOf(Outcome.Completed.class, end, end::toString)
        .properties()
        .text("is", "");
  }
}
