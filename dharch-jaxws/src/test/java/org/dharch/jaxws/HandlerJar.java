package org.dharch.jaxws;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;

/** A handler's class in a jar of its own, as an operator has it. */
final class HandlerJar {
  private HandlerJar() {}

  /**
   * Compiles and packs it.
   *
   * @param folder where the compiler may write
   * @param type the one class that comes into the jar
   * @param sources of it, and of what it needs
   */
  static void write(Path folder, Path jar, String type, String... sources) throws Exception {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    List<String> arguments =
        new ArrayList<>(List.of("-proc:none", "-cp", classPath, "-d", folder.toString()));
    for (String source : sources) {
      String simple = source.replaceFirst("(?s).*?(?:class|interface) (\\w+).*", "$1");
      arguments.add(Files.writeString(folder.resolve(simple + ".java"), source).toString());
    }
    assertEquals(
        0,
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new)));
    String name = type.replace('.', '/') + ".class";
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new JarEntry(name));
      Files.copy(folder.resolve(name.replace('/', File.separatorChar)), out);
      out.closeEntry();
    }
  }
}
