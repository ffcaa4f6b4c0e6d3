package org.dharch.sbom;

import java.util.List;

/**
 * One artifact in a bill. Immutable.
 *
 * @param artifact group and name, separated by a colon
 * @param licenses SPDX ids, or names from the artifact's pom
 * @param sha256 of its file, in lowercase hexadecimal digits
 */
record Component(String artifact, String version, List<String> licenses, String sha256) {
  private static final String OWN = "org.dharch:";

  Component {
    licenses = List.copyOf(licenses);
  }

  /** Returns whether this project builds it. */
  boolean isOwn() {
    return artifact.startsWith(OWN);
  }

  /** Returns its file name in a folder of libraries. */
  String file() {
    return artifact.substring(artifact.indexOf(':') + 1) + "-" + version + ".jar";
  }

  @Override
  public String toString() {
    return artifact + " " + version;
  }
}
