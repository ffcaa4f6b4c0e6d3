package org.dharch.benchmarks.xmllimit;

/** The source of a variant's elements. */
enum Source {
  /** No database: figure 3 of seed 004. */
  NONE(""),
  /** As in figure 2, which has Oracle on a separate machine. */
  POSTGRESQL(", PostgreSQL"),
  /** In the server's JVM: close to the minimum cost of a database. */
  SQLITE(", SQLite in memory");

  private final String suffix;

  Source(String suffix) {
    this.suffix = suffix;
  }

  /** Returns the suffix of a variant's name. */
  String suffix() {
    return suffix;
  }
}
