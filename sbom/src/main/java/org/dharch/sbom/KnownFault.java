package org.dharch.sbom;

import org.apache.maven.artifact.versioning.DefaultArtifactVersion;
import org.apache.maven.artifact.versioning.InvalidVersionSpecificationException;
import org.apache.maven.artifact.versioning.VersionRange;

/**
 * Versions of an artifact that are not to be shipped. Immutable.
 *
 * @param artifact group and name, a colon between
 * @param id the fault's, for instance CVE-2025-48976
 * @param fixedIn the first versions without it, as the page says it
 */
record KnownFault(String artifact, VersionRange versions, String id, String fixedIn) {
  /**
   * Reads a range as Maven writes it, for instance {@code [2.0.0-M1,2.0.0-M4)}.
   *
   * @throws IllegalArgumentException for anything else
   */
  static KnownFault of(String artifact, String versions, String id, String fixedIn) {
    try {
      if (!versions.matches("[\\[(].*[\\])]")) {
        throw new InvalidVersionSpecificationException("a single version is no range");
      }
      return new KnownFault(artifact, VersionRange.createFromVersionSpec(versions), id, fixedIn);
    } catch (InvalidVersionSpecificationException e) {
      throw new IllegalArgumentException(
          "'" + versions + "'; allowed: a range as Maven writes it, such as [1.0,1.2)", e);
    }
  }

  /** Whether this component has it. */
  boolean isIn(Component component) {
    return artifact.equals(component.artifact())
        && versions.containsVersion(new DefaultArtifactVersion(component.version()));
  }
}
