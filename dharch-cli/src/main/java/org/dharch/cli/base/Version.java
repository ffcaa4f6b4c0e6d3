package org.dharch.cli.base;

import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into this jar's manifest. */
public final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version = Version.class.getPackage().getImplementationVersion();
    return new String[] {
      "dharch " + (version == null ? "(development)" : version),
      "JDK " + System.getProperty("java.version") + ", " + System.getProperty("os.name")
    };
  }
}
