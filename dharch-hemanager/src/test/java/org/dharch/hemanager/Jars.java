package org.dharch.hemanager;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Compiles classes and puts them into jars. */
public final class Jars {
  private Jars() {}

  /** Compiles {@code sources}, each a file name and its text, into {@code folder}. */
  public static void compile(Path folder, List<String> namesAndTexts) throws IOException {
    compile(folder, List.of(), namesAndTexts);
  }

  /** The same, against {@code libraries} first. */
  public static void compile(Path folder, List<Path> libraries, List<String> namesAndTexts)
      throws IOException {
    StringBuilder classPath = new StringBuilder();
    libraries.forEach(library -> classPath.append(library).append(File.pathSeparator));
    classPath.append(System.getProperty("java.class.path"));
    List<String> arguments =
        new ArrayList<>(List.of("-proc:none", "-cp", "" + classPath, "-d", "" + folder));
    for (int i = 0; i < namesAndTexts.size(); i += 2) {
      Path file = Files.writeString(folder.resolve(namesAndTexts.get(i)), namesAndTexts.get(i + 1));
      arguments.add(file.toString());
    }
    int rc =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    assertEquals(0, rc);
  }

  /** Puts the classes below {@code folder} whose file name begins so into {@code jar}. */
  public static void jar(Path folder, String begin, Path jar) throws IOException {
    try (Stream<Path> files = Files.walk(folder);
        JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (Path file :
          files
              .filter(f -> f.getFileName().toString().startsWith(begin))
              .filter(f -> f.toString().endsWith(".class"))
              .toList()) {
        out.putNextEntry(new JarEntry(folder.relativize(file).toString().replace('\\', '/')));
        Files.copy(file, out);
        out.closeEntry();
      }
    }
  }

  /** A jar with the one class {@code source} of no package, which is called {@code name}. */
  public static void one(Path jar, List<Path> libraries, String name, String source)
      throws IOException {
    Path classes = Files.createTempDirectory(jar.toAbsolutePath().getParent(), "classes");
    compile(classes, libraries, List.of(name + ".java", source));
    jar(classes, "", jar);
  }

  /** A jar of Maven Central that the build has put into {@code target/libraries}. */
  public static Path library(String name) {
    Path jar = Path.of("target", "libraries", name + ".jar").toAbsolutePath();
    assertTrue(Files.exists(jar), jar::toString);
    return jar;
  }
}
