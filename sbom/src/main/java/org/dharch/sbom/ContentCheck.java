package org.dharch.sbom;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
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

  private final Bill bill;
  private final ShippedJars shipped;
  private final Map<String, Component> byFile = new TreeMap<>();
  private final List<String> findings = new ArrayList<>();

  private ContentCheck(Bill bill, ShippedJars shipped) {
    this.bill = bill;
    this.shipped = shipped;
    bill.components().forEach(each -> byFile.put(each.file(), each));
  }

  /**
   * What is there and not in the bill, the other way round, another file than the bill's, what
   * stands within a library, and libraries that no class of DHArch reaches.
   */
  static List<String> findings(Bill bill, ShippedJars shipped, ShippingRules rules) {
    ContentCheck check = new ContentCheck(bill, shipped);
    shipped.files().forEach(check::jar);
    check.byFile.keySet().stream()
        .filter(file -> !shipped.files().containsKey(file))
        .forEach(file -> check.say(check.byFile.get(file) + " is not there; allowed: " + file));
    shipped.loose().forEach(check::loose);
    check.unused(rules);
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
      if (maven.matches() && !isIn(maven.group(1) + ":" + maven.group(2))) {
        say(file + " has " + maven.group(2) + " in it (" + entry + "); allowed: what the bill has");
      }
    }
  }

  private boolean isIn(String artifact) {
    return bill.components().stream().anyMatch(each -> each.artifact().equals(artifact));
  }

  /** A class beside the libraries must be one of a library's. */
  private void loose(String name, byte[] bytes) {
    if (name.endsWith(".class")
        && shipped.jars().values().stream()
            .noneMatch(jar -> Arrays.equals(bytes, jar.get(name)))) {
      say(name + " stands beside the libraries; allowed: classes that one of them has, too");
    }
  }

  private void unused(ShippingRules rules) {
    Set<String> reached = new Reach(shipped).jars();
    for (Component each : bill.components()) {
      boolean excused = rules.unreached().containsKey(each.artifact());
      boolean there = shipped.jars().containsKey(each.file());
      if (there && !each.isOwn() && !reached.contains(each.file()) && !excused) {
        say(each + " is not reached from DHArch's classes; allowed: what is, and what " + WHERE);
      }
    }
  }

  private static final String WHERE =
      "docs/supply-chain.md names, with the reason, below '" + ShippingRules.UNREACHED + "'";

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
