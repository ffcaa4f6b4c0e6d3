package org.dharch.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.dharch.cli.base.UsageException;
import org.dharch.cli.base.Version;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "install",
    description = "Install the module archive into an Axis2 installation",
    footer = "Example: dharch install /opt/tomcat/webapps/axis2",
    versionProvider = Version.class)
final class InstallCommand implements Callable<Integer> {
  /** The system property of the launchers with the location of the archive. */
  private static final String ARCHIVES = "dharch.archives";

  private static final String ARCHIVE = "dharch-.*\\.mar";
  private static final String LIST = "modules.list";

  @Parameters(
      paramLabel = "FOLDER",
      description = "Axis2 repository, or folder of the web application")
  private Path folder;

  @Option(names = "--replace", description = "Replace another version")
  private boolean replace;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    Path archive = archive();
    Path modules = modules();
    Path target = modules.resolve(archive.getFileName());
    List<Path> others = archives(modules);
    if (!others.isEmpty() && !replace) {
      throw new UsageException(
          "'" + others.get(0) + "' already exists; stop Axis2 and use --replace to replace it");
    }
    Files.createDirectories(modules);
    Path coming = Files.createTempFile(modules, ".dharch", ".part");
    try {
      Files.copy(archive, coming, StandardCopyOption.REPLACE_EXISTING);

      Files.setPosixFilePermissions(coming, Files.getPosixFilePermissions(archive));
      Files.move(coming, target, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(coming);
    }
    for (Path other : others) {
      if (!other.equals(target)) {
        Files.delete(other);
      }
    }
    PrintWriter out = spec.commandLine().getOut();
    out.println("Installed " + target);
    Path list = modules.resolve(LIST);
    if (Files.exists(list)) {
      addTo(list, target.getFileName().toString());
      out.println("Added to  " + list);
    }
    out.println(
        "Next: in "
            + modules.resolveSibling("conf").resolve("axis2.xml")
            + ", below <axisconfig>:\n"
            + "  add <moduleConfig name=\"dharch\"> with dharch.orchestration and dharch.broker\n"
            + "  for all services, add <module ref=\"dharch\"/> next to <module"
            + " ref=\"addressing\"/>; for one\n"
            + "  service, add it below <service> in its services.xml\n"
            + "Then restart Axis2; see docs/axis2-module.md");
    return 0;
  }

  /** Axis2 reads this list, and not the folder, in a web application that is not unpacked. */
  private static void addTo(Path list, String archive) throws IOException {
    List<String> names = new ArrayList<>(Files.readAllLines(list));
    names.removeIf(name -> name.strip().matches(ARCHIVE));
    names.add(archive);
    Files.write(list, names);
  }

  private static Path archive() throws IOException {
    String property = System.getProperty(ARCHIVES);
    if (property == null) {
      throw new UsageException("cannot find the module archive; use the script dharch");
    }
    List<Path> found = archives(Path.of(property));
    if (found.size() != 1) {
      throw new UsageException(
          "'"
              + property
              + "' must have one module archive dharch-*.mar (got "
              + found.size()
              + ")");
    }
    return found.get(0);
  }

  private static List<Path> archives(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(file -> file.getFileName().toString().matches(ARCHIVE)).sorted().toList();
    }
  }

  /** Of a repository or a web application, which are recognized by different files. */
  private Path modules() {
    Path web = folder.resolve("WEB-INF");
    if (Files.isDirectory(web)) {
      return web.resolve("modules");
    }
    if (Files.isDirectory(folder.resolve("modules"))
        || Files.isDirectory(folder.resolve("services"))
        || Files.isRegularFile(folder.resolve("conf").resolve("axis2.xml"))) {
      return folder.resolve("modules");
    }
    throw new UsageException(
        "'"
            + folder
            + "' must be an Axis2 repository with 'modules', 'services' or 'conf/axis2.xml', or a"
            + " web application with 'WEB-INF'");
  }
}
