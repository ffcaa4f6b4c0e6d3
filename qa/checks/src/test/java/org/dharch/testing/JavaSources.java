package org.dharch.testing;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/** Lists the Java sources of all modules. */
final class JavaSources {
  private JavaSources() {}

  /** Returns the Java sources whose path below the root contains {@code tree}. */
  static List<Path> under(String tree) throws IOException {
    List<Path> files = new ArrayList<>();
    Files.walkFileTree(
        Checkout.ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes is) {
            String name = folder.getFileName().toString();
            return name.equals("target") || name.startsWith(".")
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes is) {
            String name = Checkout.ROOT.relativize(file).toString();
            if (name.endsWith(".java") && name.contains(tree)) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return files;
  }
}
