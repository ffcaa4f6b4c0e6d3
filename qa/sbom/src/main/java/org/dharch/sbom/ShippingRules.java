package org.dharch.sbom;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The rules of docs/supply-chain.md: the rows of its tables. Immutable.
 *
 * @param licenses permitted SPDX ids
 * @param stated SPDX id by artifact, where its pom has none
 * @param within permitted contents of a library: its artifact, a blank, and the contained artifact
 * @param unreached by artifact, why a library ships that no class reaches
 */
record ShippingRules(
    List<KnownFault> faults,
    Set<String> licenses,
    Map<String, String> stated,
    Set<String> within,
    Map<String, String> unreached) {
  static final String FAULTS = "## Known faults";
  static final String LICENSES = "## Licences that are allowed";
  static final String STATED = "## Licences that a pom does not say";
  static final String WITHIN = "## Libraries within libraries";
  static final String UNREACHED = "## Shipped though no class names it";
  private static final Map<String, Integer> CELLS =
      Map.of(FAULTS, 4, LICENSES, 2, STATED, 3, WITHIN, 3, UNREACHED, 2);

  ShippingRules {
    faults = List.copyOf(faults);
    licenses = Set.copyOf(licenses);
    stated = Map.copyOf(stated);
    within = Set.copyOf(within);
    unreached = Map.copyOf(unreached);
  }

  /**
   * Reads the page.
   *
   * @throws IllegalArgumentException for an invalid row, naming it, and for a missing table
   */
  static ShippingRules of(List<String> page) {
    List<KnownFault> faults = new ArrayList<>();
    Set<String> licenses = new TreeSet<>();
    Map<String, String> stated = new HashMap<>();
    Set<String> within = new TreeSet<>();
    Map<String, String> unreached = new HashMap<>();
    Set<String> missing = new TreeSet<>(CELLS.keySet());
    String heading = "";
    for (int i = 0; i < page.size(); i++) {
      String line = page.get(i);
      heading = line.startsWith("#") ? line : heading;
      missing.remove(heading);
      boolean header = i + 1 < page.size() && page.get(i + 1).startsWith("| ---");
      if (line.startsWith("| ") && !line.startsWith("| ---") && !header) {
        String[] cell = cells(line, CELLS.getOrDefault(heading, 0));
        switch (heading) {
          case FAULTS -> faults.add(fault(line, cell));
          case LICENSES -> licenses.add(cell[0]);
          case STATED -> stated.put(cell[0], cell[1]);
          case WITHIN -> within.add(cell[0] + " " + cell[1]);
          case UNREACHED -> unreached.put(cell[0], cell[1]);
          default -> {} // another table
        }
      }
    }
    if (!missing.isEmpty()) {
      throw new IllegalArgumentException("docs/supply-chain.md lacks " + missing);
    }
    return new ShippingRules(faults, licenses, stated, within, unreached);
  }

  private static String[] cells(String line, int count) {
    String[] cells = line.replace("`", "").substring(2).split(" *\\| *", -1);
    boolean filled = true;
    for (int i = 0; i < count; i++) {
      filled &= i < cells.length && !cells[i].isBlank();
    }
    if (count > 0 && (cells.length != count + 1 || !filled)) {
      throw new IllegalArgumentException(
          "docs/supply-chain.md: '"
              + line
              + "'; allowed here: a row of "
              + count
              + " filled cells");
    }
    return cells;
  }

  private static KnownFault fault(String line, String[] cell) {
    try {
      return KnownFault.of(cell[0], cell[1], cell[2], cell[3]);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "docs/supply-chain.md: '" + line + "': " + e.getMessage(), e);
    }
  }
}
