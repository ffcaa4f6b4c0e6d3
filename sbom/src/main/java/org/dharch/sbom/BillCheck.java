package org.dharch.sbom;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** What a bill says that is not allowed. */
final class BillCheck {
  private final BillOfMaterials bill;
  private final ShippingRules rules;
  private final List<String> findings = new ArrayList<>();

  private BillCheck(BillOfMaterials bill, ShippingRules rules) {
    this.bill = bill;
    this.rules = rules;
  }

  /** Known faults, two versions of one artifact, licences. */
  static List<String> findings(BillOfMaterials bill, ShippingRules rules) {
    BillCheck check = new BillCheck(bill, rules);
    bill.components().forEach(check::faults);
    check.versions();
    bill.components().stream().filter(each -> !each.isOwn()).forEach(check::licence);
    return check.findings;
  }

  private void say(String what) {
    findings.add(bill.name() + ": " + what);
  }

  private void faults(Component component) {
    for (KnownFault fault : rules.faults()) {
      if (fault.isIn(component)) {
        say(component + " has " + fault.id() + "; allowed: " + fault.fixedIn());
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
            say(artifact + " is there in the versions " + all + "; allowed: one");
          }
        });
  }

  /** Several licences are a choice, so one that is allowed is enough. */
  private void licence(Component component) {
    String stated = rules.stated().get(component.artifact());
    List<String> all = stated == null ? component.licences() : List.of(stated);
    if (all.stream().noneMatch(rules.licences()::contains)) {
      say(
          component
              + (all.isEmpty() ? " has no licence" : " has the licence " + all)
              + "; allowed: one of "
              + new TreeSet<>(rules.licences())
              + ", by its pom or by docs/supply-chain.md");
    }
  }
}
