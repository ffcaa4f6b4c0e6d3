package org.dharch.ws.rm.store;

import java.time.InstantSource;
import java.util.List;
import java.util.Properties;
import org.dharch.testing.ForkedJvm;

/** A node's process that has a store open, and works on it all the time. */
final class StoreHolder {
  static final String OWN = "urn:node:1";
  static final String OPERATORS = "urn:operator:1";

  private StoreHolder() {}

  /** With the store's URL; says {@code OPEN node}, and then {@code SEEN key} of another's. */
  public static void main(String[] args) {
    ForkedJvm.endWithParent();
    try (RmStore store =
        JdbcRmStore.open(args[0], new Properties(), InstantSource.system(), "node", 1)) {
      put(store, OWN);
      System.out.println("OPEN node");
      while (!store.transact("", tx -> tx.keys("", 9)).contains(OPERATORS)) {
        put(store, OWN);
      }
      System.out.println("SEEN " + OPERATORS);
      while (true) {
        put(store, OWN);
      }
    }
  }

  static void put(RmStore store, String key) {
    store.transact(
        key,
        tx -> {
          tx.put(Sequences.sink(key));
          return List.of();
        });
  }
}
