package org.dharch.benchmarks;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.dharch.testing.PackageRules;

/**
 * The suites use the public API; code that measures the core from inside is in
 * dharch-core/src/bench.
 */
@AnalyzeClasses(
    packages = "org.dharch.benchmarks",
    importOptions = ImportOption.DoNotIncludeTests.class)
class BenchmarksPackagesTest {
  @ArchTest static final ArchRule noExecutionInternals = PackageRules.noExecutionInternals();

  @ArchTest static final ArchRule noCycle = PackageRules.noCycle();
}
