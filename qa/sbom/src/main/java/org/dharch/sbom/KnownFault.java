package org.dharch.sbom;

import org.apache.maven.artifact.versioning.DefaultArtifactVersion;
import org.apache.maven.artifact.versioning.InvalidVersionSpecificationException;
import org.apache.maven.artifact.versioning.VersionRange;

/**
 * Versions of an artifact that must not ship. Immutable.
 *
 * @param artifact group and name, separated by a colon
 * @param id the id of the fault, such as CVE-2025-48976
 * @param fixedIn the first fixed versions, as on the page
 */
record KnownFault(String artifact, VersionRange versions, String id, String fixedIn) {
  /**
   * Parses a range in Maven's syntax, such as {@code [2.0.0-M1,2.0.0-M4)}.
   *
   * @throws IllegalArgumentException for other text
   */
  static KnownFault of(String artifact, String versions, String id, String fixedIn) {
    try {
      if (!versions.matches("[\\[(].*[\\])]")) {
        throw new InvalidVersionSpecificationException("a single version is not a range");
      }
      return new KnownFault(artifact, VersionRange.createFromVersionSpec(versions), id, fixedIn);
    } catch (InvalidVersionSpecificationException e) {
      throw new IllegalArgumentException(
          "'" + versions + "'; allowed: a range as Maven writes it, such as [1.0,1.2)", e);
    }
  }

  /** Returns whether this component has the fault. */
  boolean affects(Component component) {
    return artifact.equals(component.artifact())
        && versions.containsVersion(new DefaultArtifactVersion(component.version()));
  }
}
