package org.dharch.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the pages in the archive link to is in the archive, too. */
class ArchiveLinksTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)(#[^)\\s]*)?\\)");
  private static final Pattern DOCS =
      Pattern.compile("<directory>../docs</directory>(.*?)</fileSet>", Pattern.DOTALL);
  private static final Pattern BESIDE =
      Pattern.compile("<directory>..</directory>(.*?)</fileSet>", Pattern.DOTALL);

  /** Made when it is packed. */
  private static final Path NOTICE = Path.of("NOTICE");

  private static List<String> listed(String layout, Pattern fileSet, String element) {
    Matcher set = fileSet.matcher(layout);
    assertTrue(set.find(), fileSet.toString());
    List<String> files = new ArrayList<>();
    Matcher each = Pattern.compile("<" + element + ">(.*?)</").matcher(set.group(1));
    while (each.find()) {
      files.add(each.group(1));
    }
    return files;
  }

  /** All files of the sources that the assembly takes, from their root. */
  private static Set<Path> files() throws IOException {
    String layout = Files.readString(Path.of("src/assembly/layout.xml"));
    List<PathMatcher> excluded =
        listed(layout, DOCS, "exclude").stream()
            .map(glob -> FileSystems.getDefault().getPathMatcher("glob:" + glob))
            .toList();
    assertEquals(3, excluded.size());
    Set<Path> files = new HashSet<>(Set.of(NOTICE));
    listed(layout, BESIDE, "include").forEach(file -> files.add(Path.of(file)));
    Path docs = ROOT.resolve("docs");
    try (Stream<Path> all = Files.walk(docs)) {
      all.filter(Files::isRegularFile)
          .filter(file -> excluded.stream().noneMatch(it -> it.matches(docs.relativize(file))))
          .forEach(file -> files.add(ROOT.relativize(file)));
    }
    return files;
  }

  @Test
  void eachLinkLeadsToAFileOfTheArchive() throws Exception {
    Set<Path> files = files();
    TreeSet<String> wrong = new TreeSet<>();
    int links = 0;
    for (Path page : files) {
      if (!page.toString().endsWith(".md")) {
        continue;
      }
      Matcher link = LINK.matcher(Files.readString(ROOT.resolve(page)));
      while (link.find()) {
        String target = link.group(1);
        if (target.matches("[a-z]+:.*")) {
          continue;
        }
        links++;
        Path there = Path.of("/").resolve(page).resolveSibling(target).normalize();
        Path file = Path.of("/").relativize(there);
        boolean isFolder = files.stream().anyMatch(each -> each.startsWith(file));
        if (!files.contains(file) && !isFolder) {
          wrong.add(page + ": " + target);
        }
      }
    }
    assertTrue(links > 500, "links: " + links);
    assertEquals(Set.of(), wrong);
  }
}
