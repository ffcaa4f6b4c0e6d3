package org.dharch.cli.admin;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.dharch.cli.base.AdminOption;
import org.dharch.cli.base.UsageException;
import org.dharch.cli.base.Version;
import org.dharch.core.files.OwnerOnly;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "monitor",
    description = "Print the address of the monitor page, with its token",
    footer = "Example: dharch monitor --open",
    versionProvider = Version.class)
public final class MonitorCommand implements Callable<Integer> {
  @Option(names = "--open", description = "Open the page in a browser instead")
  private boolean open;

  @Mixin private AdminClient admin;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    AdminClient.Known manager = admin.manager();
    admin.send("GET", manager, "/api/status"); // checks that it responds and accepts the token
    String page = manager.url() + "/#token=" + manager.token();
    if (!open) {
      out.println(admin.asJson() ? AdminClient.json(Map.of("page", page)) : page);
      return 0;
    }
    Path file = redirectFile(page);
    new ProcessBuilder(browser(), file.toUri().toString())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
    out.println("opened " + manager.url());
    return 0;
  }

  /**
   * A redirecting file, readable by this user only: the arguments of a browser are visible to every
   * user and must not contain the token.
   */
  private static Path redirectFile(String page) throws IOException {
    Path file = AdminOption.folder().resolve("monitor.html");
    OwnerOnly.replace(
        file,
        "<!doctype html><meta charset=\"utf-8\"><title>DHArch</title>"
            + "<meta http-equiv=\"refresh\" content=\"0; url="
            + page.replace("&", "&amp;").replace("\"", "&quot;").replace("<", "&lt;")
            + "\">\n");
    return file;
  }

  private static String browser() {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    List<String> folders = List.of(System.getenv().getOrDefault("PATH", "").split(":", -1));
    String name = system.startsWith("mac") ? "open" : "xdg-open";
    return folders.stream()
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "--open requires the program "
                        + name
                        + "; without --open the address is printed"));
  }
}
