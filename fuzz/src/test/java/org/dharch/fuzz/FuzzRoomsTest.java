package org.dharch.fuzz;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.dharch.testing.RoomRules;

/** The targets see what reads bytes; doors to what is package-private lie beside that. */
@AnalyzeClasses(packages = "org.dharch.fuzz", importOptions = ImportOption.DoNotIncludeTests.class)
class FuzzRoomsTest {
  @ArchTest static final ArchRule nothingOfExecution = RoomRules.nothingOfExecution();

  @ArchTest static final ArchRule noCircle = RoomRules.noCircle();
}
