package org.dharch.hemanager.reload;

import static org.dharch.testing.Awaits.soon;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.dharch.core.node.HandlerNode;
import org.dharch.hemanager.Jars;
import org.dharch.hemanager.NodeDocuments;
import org.dharch.hemanager.document.HandlerSpec;
import org.dharch.hemanager.document.NodeDescription;
import org.dharch.hemanager.loading.HandlerFolder;
import org.dharch.hemanager.resources.Resources;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A handler that does not return keeps its own folder from being looked at, and no other. */
final class FolderWatchTest {
  /** Marks what it has come to, and waits for a file "go" where it is told to. */
  private static final String SOURCE =
      """
      import java.nio.file.*;
      import org.dharch.api.*;
      public class Work implements DHHandler {
        private Path folder;
        private void stands(String where) throws Exception {
          Files.createFile(folder.resolve(where + "-%1$s"));
          while ("%2$s".equals(where) && !Files.exists(folder.resolve("go"))) {
            Thread.sleep(5);
          }
        }
        public void init(java.util.Map<String, String> p, NodeContext node) throws Exception {
          folder = Path.of(p.get("folder"));
          stands("init");
        }
        public Changes handle(HandlerMessage m) {
          return Changes.NONE;
        }
        public void close() {
          try {
            stands("close");
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        }
      }
      """;

  @TempDir Path folder;

  private void put(String which, String in, String hangs) throws Exception {
    Path made = folder.resolve(which + ".jar");
    Jars.one(made, List.of(), "Work", SOURCE.replace("%1$s", which).replace("%2$s", hangs));
    Path jars = Files.createDirectories(folder.resolve(in));
    Files.move(made, jars.resolve("work.jar"), StandardCopyOption.REPLACE_EXISTING);
  }

  private boolean isThere(String mark) {
    return Files.exists(folder.resolve(mark));
  }

  @Test
  void hangingFolderBlocksNoOther() throws Exception {
    for (String name : List.of("a", "b", "c")) {
      put(name + "1", name, name.equals("b") ? "close" : "");
    }
    String handler =
        "<handler name='%1$s' class='Work' folder='%1$s'><parameter name='folder'>%2$s</parameter>"
            + "</handler>";
    Path document =
        NodeDocuments.write(
            folder,
            "",
            String.format(handler, "a", folder),
            String.format(handler, "b", folder),
            String.format(handler, "c", folder));
    NodeDescription description = NodeDescription.read(document, Map.of());
    List<HostedFolder> folders = new ArrayList<>();
    try (Resources resources = Resources.open(description, name -> null)) {
      HandlerMaker maker =
          new HandlerMaker(
              description,
              name -> HandlerNode.builder("n1").context(name),
              resources,
              (spec, emission) -> {});
      for (HandlerSpec spec : description.handlers()) {
        HandlerFolder in = new HandlerFolder(spec.folder());
        folders.add(new HostedFolder(in, List.of(spec), maker, Duration.ofSeconds(10)));
      }
      FolderWatch watch = FolderWatch.start("n1", folders, Duration.ofMillis(10));
      try {
        put("a2", "a", "init");
        put("b2", "b", "");
        soon().until(() -> isThere("init-a2") && isThere("close-b1"));
        put("c2", "c", "");
        soon().until(() -> isThere("close-c1"));
        assertFalse(isThere("close-a1"), "what was there goes on as long as the next is made");
        Files.createFile(folder.resolve("go"));
        soon().until(() -> isThere("close-a1"));
      } finally {
        watch.close();
        folders.forEach(HostedFolder::end);
      }
    }
  }
}
