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

/** Whether what is there is what its bill says, jar by jar, and used. */
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
   * What is there and not in the bill, the other way round, another file than the bill's, what
   * stands within a library or loose beside them, and libraries that no class of DHArch reaches.
   */
  static List<String> findings(BillOfMaterials bill, ShippedJars shipped, ShippingRules rules) {
    ContentCheck check = new ContentCheck(bill, shipped, rules);
    shipped.files().forEach(check::jar);
    check.byFile.keySet().stream()
        .filter(file -> !shipped.files().containsKey(file))
        .forEach(file -> check.say(check.byFile.get(file) + " is not there; allowed: " + file));
    shipped.loose().keySet().stream()
        .filter(name -> name.endsWith(".class") && !name.startsWith("org/dharch/"))
        .forEach(name -> check.say(name + " stands beside the libraries; allowed: DHArch's own"));
    check.unused();
    return check.findings;
  }

  private void say(String what) {
    findings.add(bill.name() + ": " + what);
  }

  private void jar(String file, byte[] bytes) {
    Component component = byFile.get(file);
    if (component == null) {
      say(file + " is there and not in the bill; allowed: " + byFile.keySet());
    } else if (!sha256(bytes).equals(component.sha256())) {
      say(file + " is not the bill's file; allowed: SHA-256 " + component.sha256());
    }
    for (String nested : shipped.nestedIn(file)) {
      say(file + " has " + nested + " in it; allowed: libraries of the bill, beside each other");
    }
    for (String entry : shipped.jars().get(file).keySet()) {
      Matcher maven = MAVEN.matcher(entry);
      if (maven.matches() && !isAllowed(component, maven.group(1) + ":" + maven.group(2))) {
        say(file + " has " + maven.group(2) + " in it (" + entry + "); allowed: " + NAMED);
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
        say(each + " is not reached from DHArch's classes; allowed: what is, and what " + PAGE);
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
