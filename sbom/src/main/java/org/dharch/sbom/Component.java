package org.dharch.sbom;

import java.util.List;

/**
 * One artifact in a bill. Immutable.
 *
 * @param artifact group and name, a colon between
 * @param licences SPDX ids, or names where the artifact's own pom gives no more
 * @param sha256 of its file, in small hexadecimal digits
 */
record Component(String artifact, String version, List<String> licences, String sha256) {
  private static final String OWN = "org.dharch:";

  Component {
    licences = List.copyOf(licences);
  }

  /** Whether it is built here. */
  boolean isOwn() {
    return artifact.startsWith(OWN);
  }

  /** What its file is called in a folder of libraries. */
  String file() {
    return artifact.substring(artifact.indexOf(':') + 1) + "-" + version + ".jar";
  }

  @Override
  public String toString() {
    return artifact + " " + version;
  }
}
