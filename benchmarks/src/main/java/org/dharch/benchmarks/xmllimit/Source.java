package org.dharch.benchmarks.xmllimit;

/** Where a way's elements come from. */
enum Source {
  /** No data base: figure 3 of seed 004. */
  NONE(""),
  /** As in its figure 2, which has Oracle on a machine of its own. */
  POSTGRESQL(", PostgreSQL"),
  /** In the server's JVM: what is left of it is the least that a data base can cost. */
  SQLITE(", SQLite in memory");

  private final String suffix;

  Source(String suffix) {
    this.suffix = suffix;
  }

  /** Behind a way's name. */
  String suffix() {
    return suffix;
  }
}
