package org.dharch.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code dharch install}. */
class InstallCommandTest {
  private static final String ARCHIVES = "dharch.archives";

  @TempDir Path folder;
  private Path axis2;

  @BeforeEach
  void archiveAndRepository() throws Exception {
    Path archives = Files.createDirectories(folder.resolve("archives"));
    Files.writeString(archives.resolve("dharch-2.mar"), "the second");
    System.setProperty(ARCHIVES, archives.toString());
    axis2 = folder.resolve("axis2");
    Files.createDirectories(axis2.resolve("services"));
  }

  @AfterEach
  void forget() {
    System.clearProperty(ARCHIVES);
  }

  private static List<String> files(Path folder) throws Exception {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void installsIntoRepositoryAndWebApplication() throws Exception {
    CommandRun run = CommandRun.of("install", axis2.toString());
    assertEquals(0, run.exitCode(), run.err());
    assertEquals("the second", Files.readString(axis2.resolve("modules/dharch-2.mar")));
    assertEquals(List.of("dharch-2.mar"), files(axis2.resolve("modules")));
    assertTrue(run.out().contains(axis2.resolve("conf/axis2.xml").toString()), run.out());
    assertTrue(run.out().contains("<module ref=\"dharch\"/> next to <module ref=\"addressing\"/>"));

    Path web = Files.createDirectories(folder.resolve("web/WEB-INF")).getParent();
    assertEquals(0, CommandRun.of("install", web.toString()).exitCode());
    assertEquals(List.of("dharch-2.mar"), files(web.resolve("WEB-INF/modules")));
  }

  @Test
  void otherVersionIsReplacedOnlyOnRequest() throws Exception {
    Path old = Files.createDirectories(axis2.resolve("modules")).resolve("dharch-1.mar");
    Files.writeString(old, "the first");
    Files.writeString(axis2.resolve("modules/addressing.mar"), "another");
    CommandRun.of("install", axis2.toString()).assertRefused("'" + old + "' already exists");
    assertEquals("the first", Files.readString(old));
    assertEquals(0, CommandRun.of("install", axis2.toString(), "--replace").exitCode());
    assertEquals(List.of("addressing.mar", "dharch-2.mar"), files(axis2.resolve("modules")));
  }

  /** Without the line, Axis2 does not find the module in a packed web application. */
  @Test
  void listOfModulesNamesTheArchiveOnce() throws Exception {
    Path modules = Files.createDirectories(folder.resolve("web/WEB-INF/modules"));
    Path list = Files.writeString(modules.resolve("modules.list"), "addressing.mar");
    String web = folder.resolve("web").toString();
    CommandRun run = CommandRun.of("install", web);
    assertEquals(0, run.exitCode(), run.err());
    assertTrue(run.out().contains(list.toString()), run.out());
    assertEquals(List.of("addressing.mar", "dharch-2.mar"), Files.readAllLines(list));
    Files.writeString(list, "dharch-1.mar\r\n dharch-1.1.mar \r\nmex.mar\r\n");
    assertEquals(0, CommandRun.of("install", web, "--replace").exitCode());
    assertEquals(List.of("mex.mar", "dharch-2.mar"), Files.readAllLines(list));
    assertEquals(0, CommandRun.of("install", web, "--replace").exitCode());
    assertEquals(List.of("mex.mar", "dharch-2.mar"), Files.readAllLines(list));
  }

  @Test
  void folderWithoutAxis2IsReported() throws Exception {
    Path empty = Files.createDirectories(folder.resolve("empty"));
    CommandRun.of("install", empty.toString())
        .assertRefused("'" + empty + "' must be an Axis2 repository");
    CommandRun.of("install", "/no/such/folder")
        .assertRefused("'/no/such/folder' must be an Axis2 repository");
    CommandRun.of("install").assertRefused("FOLDER");
  }

  @Test
  void missingArchiveIsReported() throws Exception {
    Files.writeString(folder.resolve("archives/dharch-3.mar"), "");
    CommandRun.of("install", axis2.toString())
        .assertRefused("must have one module archive dharch-*.mar (got 2)");
    System.clearProperty(ARCHIVES);
    CommandRun.of("install", axis2.toString()).assertRefused("use the script dharch");
  }
}
