package org.dharch.testing;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Map;
import java.util.Set;

/**
 * Dependency rules for the package test of each module (docs/architecture.md, "Packages"). A name
 * means the package without its subpackages, unless it ends in {@code ..}, as in ArchUnit.
 */
public final class PackageRules {
  private PackageRules() {}

  /** Packages have no dependency cycles. */
  public static ArchRule noCycle() {
    return slices().assignedFrom(new EachPackage()).should().beFreeOfCycles();
  }

  /** No class outside the core uses the parts of an execution. */
  public static ArchRule noExecutionInternals() {
    return noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.dharch.core.execution..");
  }

  /** Permits only these packages of the project; the list includes the module's own. */
  public static ArchRule onlyDHArchPackages(String... packages) {
    return classes()
        .should()
        .onlyDependOnClassesThat(
            not(resideInAPackage("org.dharch..")).or(resideInAnyPackage(packages)));
  }

  /** Permits only these packages, including those of the JDK. */
  public static ArchRule only(String... packages) {
    return classes().should().onlyDependOnClassesThat().resideInAnyPackage(packages);
  }

  /** Each package depends exactly on its packages in {@code table}, which omits the JDK. */
  public static ArchRule exactly(Map<String, Set<String>> table) {
    return classes().should(new ExactDependencies(table));
  }

  private static final class EachPackage implements SliceAssignment {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      return SliceIdentifier.of(type.getPackageName());
    }

    @Override
    public String getDescription() {
      return "each package";
    }
  }
}
