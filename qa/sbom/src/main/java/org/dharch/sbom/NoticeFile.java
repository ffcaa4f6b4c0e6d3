package org.dharch.sbom;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Writes the NOTICE of a shipped artifact: DHArch's own, each library with its license, and the
 * libraries' own notices, each text once. Its sources are the bills and the jars.
 */
final class NoticeFile {
  private static final Pattern NOTICE =
      Pattern.compile("META-INF/NOTICE(\\.txt|\\.md)?", Pattern.CASE_INSENSITIVE);

  private final ShippingRules rules;
  private final Map<String, String> libraries = new TreeMap<>();
  private final Map<String, TreeSet<String>> notices = new TreeMap<>();

  private NoticeFile(ShippingRules rules) {
    this.rules = rules;
  }

  /**
   * Writes the file.
   *
   * @param given the output file, DHArch's own NOTICE, docs/supply-chain.md, and for each shipped
   *     artifact its bill and its archive or library folder
   */
  public static void main(String[] given) throws IOException {
    if (given.length < 5 || given.length % 2 == 0) {
      throw new IllegalArgumentException("usage: OUT OWN PAGE BILL LIBRARIES [BILL LIBRARIES …]");
    }
    NoticeFile file = new NoticeFile(ShippingRules.of(Files.readAllLines(Path.of(given[2]))));
    for (int i = 3; i < given.length; i += 2) {
      file.add(BillOfMaterials.read(Path.of(given[i])), ShippedJars.read(Path.of(given[i + 1])));
    }
    Files.writeString(Path.of(given[0]), file.text(Files.readString(Path.of(given[1]))));
  }

  /** Returns the same text for the same libraries. */
  static String of(String own, ShippingRules rules, Map<BillOfMaterials, ShippedJars> shipped) {
    NoticeFile file = new NoticeFile(rules);
    shipped.forEach(file::add);
    return file.text(own);
  }

  private void add(BillOfMaterials bill, ShippedJars shipped) {
    for (Component each : bill.components()) {
      Map<String, byte[]> entries = shipped.jars().get(each.file());
      if (!each.isOwn() && entries != null) {
        libraries.put(each.toString(), license(each));
        entries.forEach(
            (name, bytes) -> {
              if (NOTICE.matcher(name).matches()) {
                notice(each, new String(bytes, StandardCharsets.UTF_8));
              }
            });
      }
    }
  }

  /** Several licenses are alternatives: takes the first that docs/supply-chain.md permits. */
  private String license(Component component) {
    String stated = rules.stated().get(component.artifact());
    List<String> all = stated == null ? component.licenses() : List.of(stated);
    return all.stream()
        .filter(rules.licenses()::contains)
        .findFirst()
        .orElse(String.join(" or ", all));
  }

  private void notice(Component component, String text) {
    String plain = text.replace("\r", "").strip();
    if (!plain.isEmpty()) {
      notices.computeIfAbsent(plain, each -> new TreeSet<>()).add(component.toString());
    }
  }

  private String text(String own) {
    List<String> parts = new ArrayList<>();
    parts.add(own.strip());
    parts.add(
        "DHArch is distributed with these libraries, each unmodified and with all files of its"
            + " authors:");
    StringBuilder list = new StringBuilder();
    libraries.forEach(
        (library, license) ->
            list.append("  ").append(library).append(" (").append(license).append(")\n"));
    parts.add(list.toString().stripTrailing());
    parts.add("Their notices:");
    notices.entrySet().stream()
        .map(each -> "--- " + String.join(", ", each.getValue()) + " ---\n\n" + each.getKey())
        .sorted()
        .forEach(parts::add);
    return String.join("\n\n", parts) + "\n";
  }
}
