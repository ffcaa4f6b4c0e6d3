package org.dharch.sbom;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks that the shipped jars match their bill and are used. */
final class ContentCheck {
  private static final Pattern MAVEN =
      Pattern.compile("META-INF/maven/([^/]+)/([^/]+)/pom\\.properties");

  private static final String PAGE = "docs/supply-chain.md names with the reason";
  private static final String NAMED = "what the bill has, and what " + PAGE;

  private final BillOfMaterials bill;
  private final ShippedJars shipped;
  private final ShippingRules rules;
  private final Map<String, Component> byFile = new TreeMap<>();
  private final List<String> findings = new ArrayList<>();

  private ContentCheck(BillOfMaterials bill, ShippedJars shipped, ShippingRules rules) {
    this.bill = bill;
    this.shipped = shipped;
    this.rules = rules;
    bill.components().forEach(each -> byFile.put(each.file(), each));
  }

  /**
   * Returns the findings: files that are missing in the bill or in the archive, files that differ
   * from the bill, jars within a library, loose classes, and libraries that no class of DHArch
   * reaches.
   */
  static List<String> findings(BillOfMaterials bill, ShippedJars shipped, ShippingRules rules) {
    ContentCheck check = new ContentCheck(bill, shipped, rules);
    shipped.files().forEach(check::jar);
    check.byFile.keySet().stream()
        .filter(file -> !shipped.files().containsKey(file))
        .forEach(file -> check.add(check.byFile.get(file) + " was not found; allowed: " + file));
    shipped.loose().keySet().stream()
        .filter(name -> name.endsWith(".class") && !name.startsWith("org/dharch/"))
        .forEach(
            name ->
                check.add(name + " is loose next to the libraries; allowed: DHArch's own classes"));
    check.unused();
    return check.findings;
  }

  private void add(String what) {
    findings.add(bill.name() + ": " + what);
  }

  private void jar(String file, byte[] bytes) {
    Component component = byFile.get(file);
    if (component == null) {
      add(file + " is not in the bill; allowed: " + byFile.keySet());
    } else if (!sha256(bytes).equals(component.sha256())) {
      add(file + " differs from the bill; allowed: SHA-256 " + component.sha256());
    }
    for (String nested : shipped.nestedIn(file)) {
      add(file + " contains " + nested + "; allowed: libraries of the bill in one folder");
    }
    for (String entry : shipped.jars().get(file).keySet()) {
      Matcher maven = MAVEN.matcher(entry);
      if (maven.matches() && !isAllowed(component, maven.group(1) + ":" + maven.group(2))) {
        add(file + " contains " + maven.group(2) + " (" + entry + "); allowed: " + NAMED);
      }
    }
  }

  private boolean isAllowed(Component in, String artifact) {
    return bill.components().stream().anyMatch(each -> each.artifact().equals(artifact))
        || (in != null && rules.within().contains(in.artifact() + " " + artifact));
  }

  private void unused() {
    Set<String> reached = new Reachability(shipped).jars();
    for (Component each : bill.components()) {
      boolean excused = rules.unreached().containsKey(each.artifact());
      boolean there = shipped.jars().containsKey(each.file());
      if (there && !each.isOwn() && !reached.contains(each.file()) && !excused) {
        add(
            each
                + " is not reachable from DHArch's classes; allowed: reachable libraries, and those"
                + " that "
                + PAGE);
      }
    }
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
