package org.dharch.peers.cxf;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.dharch.peers.operations.Contender;
import org.dharch.peers.operations.Row;

/** CXF as a contender of table 1. */
public final class CxfOperations {
  private CxfOperations() {}

  /** Runs the process. */
  public static void main(String[] args) throws Exception {
    Map<Row, Callable<Object>> rows = new EnumMap<>(Row.class);
    Interceptors interceptors = new Interceptors(PeerBus.create());
    new CxfAddressing(interceptors).add(rows);
    new CxfMessaging(interceptors).add(rows);
    Contender.run(rows);
    System.exit(0);
  }
}
