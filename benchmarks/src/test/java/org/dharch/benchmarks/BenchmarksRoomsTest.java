package org.dharch.benchmarks;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.dharch.testing.RoomRules;

/**
 * The suites use what users use; what measures the core from within lies beside it, in
 * dharch-core/src/bench.
 */
@AnalyzeClasses(
    packages = "org.dharch.benchmarks",
    importOptions = ImportOption.DoNotIncludeTests.class)
class BenchmarksRoomsTest {
  @ArchTest static final ArchRule nothingOfExecution = RoomRules.nothingOfExecution();

  @ArchTest static final ArchRule noCircle = RoomRules.noCircle();
}
