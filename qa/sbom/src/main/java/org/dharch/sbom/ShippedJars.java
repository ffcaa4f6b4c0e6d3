package org.dharch.sbom;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * The libraries in an archive or a folder. Immutable, except for the bytes, which callers must not
 * modify.
 *
 * @param jars entries by name, by the library's file name
 * @param files the bytes of each library
 * @param loose loose files by name: an archive's own entries, or those of the jar that uses the
 *     libraries
 */
record ShippedJars(
    Map<String, Map<String, byte[]>> jars, Map<String, byte[]> files, Map<String, byte[]> loose) {
  private static final String JAR = ".jar";

  /**
   * Reads an archive, or the libraries in a folder.
   *
   * @throws IOException if there is none, or a library cannot be read
   */
  static ShippedJars read(Path archiveOrFolder) throws IOException {
    Map<String, byte[]> found = new TreeMap<>();
    if (Files.isDirectory(archiveOrFolder)) {
      try (Stream<Path> all = Files.list(archiveOrFolder)) {
        for (Path each : all.toList()) {
          found.put(each.getFileName().toString(), Files.readAllBytes(each));
        }
      }
    } else {
      found = entries(archiveOrFolder.toString(), Files.readAllBytes(archiveOrFolder));
    }
    Map<String, Map<String, byte[]>> jars = new TreeMap<>();
    Map<String, byte[]> files = new TreeMap<>();
    Map<String, byte[]> loose = new TreeMap<>();
    for (Map.Entry<String, byte[]> each : found.entrySet()) {
      String name = each.getKey().substring(each.getKey().lastIndexOf('/') + 1);
      if (name.endsWith(JAR)) {
        jars.put(name, entries(name, each.getValue()));
        if (files.put(name, each.getValue()) != null) {
          throw new IOException(archiveOrFolder + ": " + name + " is in two folders; allowed: one");
        }
      } else {
        loose.put(each.getKey(), each.getValue());
      }
    }
    return new ShippedJars(jars, files, loose);
  }

  private static Map<String, byte[]> entries(String name, byte[] zip) throws IOException {
    Map<String, byte[]> entries = new TreeMap<>();
    try (InputStream bytes = new ByteArrayInputStream(zip);
        ZipInputStream in = new ZipInputStream(bytes)) {
      for (ZipEntry each = in.getNextEntry(); each != null; each = in.getNextEntry()) {
        if (!each.isDirectory()) {
          entries.put(each.getName(), in.readAllBytes());
        }
      }
    }
    if (entries.isEmpty()) {
      throw new IOException(name + ": must be an archive with entries");
    }
    return entries;
  }

  /** Adds the jar that uses these libraries, which no bill contains. */
  ShippedJars withMain(Path itself) throws IOException {
    return new ShippedJars(jars, files, entries(itself.toString(), Files.readAllBytes(itself)));
  }

  /** Returns the names of the jars within a library. */
  List<String> nestedIn(String jar) {
    return jars.get(jar).keySet().stream().filter(name -> name.endsWith(JAR)).toList();
  }
}
