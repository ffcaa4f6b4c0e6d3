package org.dharch.peers.sandesha2;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.dharch.peers.operations.Contender;
import org.dharch.peers.operations.Row;

/** Sandesha2 on Axis2 as a contender of table 1: {@code REPOSITORY}. */
public final class Sandesha2Operations {
  private Sandesha2Operations() {}

  /** Runs the process. */
  public static void main(String[] args) throws Exception {
    Map<Row, Callable<Object>> rows = new EnumMap<>(Row.class);
    EngagedService engaged = new EngagedService(args[0]);
    AddressingOperations addressing = new AddressingOperations(engaged);
    addressing.add(rows);
    new MessagingOperations(engaged, addressing).add(rows);
    Contender.run(rows);
    System.exit(0); // Sandesha2's threads are not daemons
  }
}
