package org.dharch.benchmarks.messaging;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.dharch.peers.operations.Contender;
import org.dharch.peers.operations.Row;

/** DHArch as a contender of table 1. */
public final class DHArchOperations {
  private DHArchOperations() {}

  /** Runs the process. */
  public static void main(String[] args) throws Exception {
    Contender.run(rows());
  }

  /** Returns all implemented operations. */
  static Map<Row, Callable<Object>> rows() throws Exception {
    Map<Row, Callable<Object>> rows = new EnumMap<>(Row.class);
    TreeOperations.add(rows);
    AddressingOperations.add(rows);
    ReliableOperations.add(rows);
    return rows;
  }
}
