package org.dharch.hemanager.reload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collection;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.dharch.core.message.DHArchException;
import org.dharch.hemanager.loading.JarCopies;

/**
 * The state of a folder's jars, to detect changes: modification time, size and file key.
 *
 * @param marks by the jars' names in the folder
 */
record FolderMarks(Map<String, String> marks) {
  /**
   * The current state; an unreadable folder is a state, too.
   *
   * @param others jars to check besides those in the folder
   */
  static FolderMarks of(Path folder, Collection<Path> others) {
    Map<String, String> marks = new TreeMap<>();
    others.forEach(jar -> marks.put(folder.relativize(jar).toString(), mark(jar)));
    try {
      for (Path jar : JarCopies.jars(folder)) {
        marks.put(folder.relativize(jar).toString(), mark(jar));
      }
    } catch (DHArchException e) {
      marks.put("the folder", e.getMessage());
    }
    return new FolderMarks(marks);
  }

  /** Returns the marks of the jars in the folder, combined with new marks of {@code others}. */
  FolderMarks with(Path folder, Collection<Path> others) {
    Map<String, String> marks = new TreeMap<>(this.marks);
    marks.keySet().removeIf(name -> Path.of(name).getNameCount() > 1);
    for (Path jar : others) {
      String name = folder.relativize(jar).toString();
      marks.put(name, this.marks.getOrDefault(name, mark(jar)));
    }
    return new FolderMarks(marks);
  }

  private static String mark(Path jar) {
    try {
      BasicFileAttributes found = Files.readAttributes(jar, BasicFileAttributes.class);
      return found.lastModifiedTime() + " " + found.size() + " " + found.fileKey();
    } catch (IOException e) {
      return "none";
    }
  }

  /** The names of the jars that are new, deleted or different from {@code before}. */
  SortedSet<String> changedSince(FolderMarks before) {
    SortedSet<String> names = new TreeSet<>(marks.keySet());
    names.addAll(before.marks().keySet());
    names.removeIf(name -> marks.getOrDefault(name, "").equals(before.marks().get(name)));
    return names;
  }
}
