package org.dharch.sbom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.dharch.testing.DocsPage;
import org.junit.jupiter.api.Test;

class ShippingRulesTest {
  private static final List<String> PAGE = DocsPage.of("supply-chain.md").text().lines().toList();

  private static String refused(String heading, String row) {
    List<String> page =
        PAGE.stream()
            .flatMap(
                line ->
                    line.equals(heading)
                        ? List.of(line, "", "| a |", "| --- |", row).stream()
                        : List.of(line).stream())
            .toList();
    return assertThrows(IllegalArgumentException.class, () -> ShippingRules.of(page)).getMessage();
  }

  @Test
  void pageIsValid() {
    ShippingRules rules = ShippingRules.of(PAGE);
    assertTrue(rules.faults().size() > 20, rules.faults().toString());
    assertEquals("CPL-1.0", rules.stated().get("wsdl4j:wsdl4j"));
    assertTrue(
        rules.licenses().containsAll(Set.of("Apache-2.0", "MIT")), rules.licenses().toString());
  }

  @Test
  void invalidRowIsNamed() {
    String noFix = "| g:a | [1,2) | CVE-1 | |";
    assertTrue(refused(ShippingRules.FAULTS, noFix).contains(noFix));
    String noRange = "| g:a | 1.0 | CVE-1 | 2.0 |";
    assertTrue(refused(ShippingRules.FAULTS, noRange).contains("'1.0'; allowed: a range"));
    String backward = "| g:a | [2,1) | CVE-1 | 2.0 |";
    assertTrue(refused(ShippingRules.FAULTS, backward).contains(backward));
    String noReason = "| g:a | |";
    assertTrue(refused(ShippingRules.UNREACHED, noReason).contains(noReason));
  }

  @Test
  void missingTableIsNamed() {
    List<String> page = PAGE.subList(0, PAGE.indexOf(ShippingRules.UNREACHED));
    String output =
        assertThrows(IllegalArgumentException.class, () -> ShippingRules.of(page)).getMessage();
    assertTrue(output.contains(ShippingRules.UNREACHED), output);
  }
}
