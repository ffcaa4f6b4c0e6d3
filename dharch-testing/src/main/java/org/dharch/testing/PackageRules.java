package org.dharch.testing;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
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
 * Rules about which package sees which, for each module's own test of them (docs/architecture.md,
 * "The rooms"). A package is meant by itself, not with those below it, unless its name ends in
 * {@code ..}, as in ArchUnit.
 */
public final class PackageRules {
  private PackageRules() {}

  /** The packages see each other in no circle. */
  public static ArchRule noCycle() {
    return slices().assignedFrom(new EachPackage()).should().beFreeOfCycles();
  }

  /** What an execution is made of is the core's own affair. */
  public static ArchRule noExecutionInternals() {
    return noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.dharch.core.execution..");
  }

  /** Of the project's packages only these are seen, among which the module's own are named too. */
  public static ArchRule onlyDHArchPackages(String... packages) {
    return classes()
        .should()
        .onlyDependOnClassesThat(
            not(resideInAPackage("org.dharch..")).or(resideInAnyPackage(packages)));
  }

  /** Only these packages are seen, the JDK's too. */
  public static ArchRule only(String... packages) {
    return classes().should().onlyDependOnClassesThat().resideInAnyPackage(packages);
  }

  /** Of the package that the manager is in only this class is seen. */
  public static ArchRule onlyTopLevelClass(Class<?> allowed) {
    return noClasses()
        .should()
        .dependOnClassesThat(resideInAPackage("org.dharch.core").and(not(belongToAnyOf(allowed))));
  }

  /**
   * Each package sees what stands beside it in {@code table}, and all of that; the JDK is not
   * mentioned there.
   */
  public static ArchRule exactly(Map<String, Set<String>> table) {
    return classes().should(new SeesExactly(table));
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
