package org.dharch.sbom;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Finds violations in a bill of materials. */
final class BillCheck {
  private final BillOfMaterials bill;
  private final ShippingRules rules;
  private final List<String> findings = new ArrayList<>();

  private BillCheck(BillOfMaterials bill, ShippingRules rules) {
    this.bill = bill;
    this.rules = rules;
  }

  /** Checks known faults, several versions of one artifact, and licenses. */
  static List<String> findings(BillOfMaterials bill, ShippingRules rules) {
    BillCheck check = new BillCheck(bill, rules);
    bill.components().forEach(check::faults);
    check.versions();
    bill.components().stream().filter(each -> !each.isOwn()).forEach(check::license);
    return check.findings;
  }

  private void add(String what) {
    findings.add(bill.name() + ": " + what);
  }

  private void faults(Component component) {
    for (KnownFault fault : rules.faults()) {
      if (fault.affects(component)) {
        add(component + " has " + fault.id() + "; allowed: " + fault.fixedIn());
      }
    }
  }

  private void versions() {
    Map<String, TreeSet<String>> versions = new TreeMap<>();
    for (Component each : bill.components()) {
      versions.computeIfAbsent(each.artifact(), artifact -> new TreeSet<>()).add(each.version());
    }
    versions.forEach(
        (artifact, all) -> {
          if (all.size() > 1) {
            add(artifact + " has several versions: " + all + "; allowed: one");
          }
        });
  }

  /** Several licenses are alternatives, so one permitted license is sufficient. */
  private void license(Component component) {
    String stated = rules.stated().get(component.artifact());
    List<String> all = stated == null ? component.licenses() : List.of(stated);
    if (all.stream().noneMatch(rules.licenses()::contains)) {
      add(
          component
              + (all.isEmpty() ? " has no license" : " has the license " + all)
              + "; allowed: one of "
              + new TreeSet<>(rules.licenses())
              + ", by its pom or by docs/supply-chain.md");
    }
  }
}
