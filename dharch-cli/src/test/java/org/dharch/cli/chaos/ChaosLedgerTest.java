package org.dharch.cli.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The judge of the chaos test sees what it is there to see. */
final class ChaosLedgerTest {
  @TempDir Path folder;

  private ChaosLedger ledger(String node1, String node2) throws IOException {
    Files.writeString(folder.resolve(ChaosLedger.file("booking", "node1")), node1);
    Files.writeString(folder.resolve(ChaosLedger.file("booking", "node2")), node2);
    Files.writeString(folder.resolve(ChaosLedger.file("ledger", "node1")), "did a 1 0 r\n");
    return ChaosLedger.read(folder, "booking");
  }

  @Test
  void repeatedPerformanceIsDetected() throws IOException {
    ChaosLedger ledger = ledger("did a 1 10 r\ndid b 1 11 r\n", "did a 2 20 r\n");
    assertEquals(1, ledger.doubles().size());
    assertTrue(ledger.doubles().get(0).startsWith("booking performed twice for a"));
    assertEquals(3, ledger.performed());
  }

  @Test
  void repetitionAfterCompensationIsAllowed() throws IOException {
    ChaosLedger ledger = ledger("did a 1 10 r\ndid a 2 30 r\n", "undid a 1 20 r\n");
    assertTrue(ledger.doubles().isEmpty());
    assertTrue(ledger.stands("a"));
    assertEquals(List.of("a"), ledger.standing());
    assertEquals("r", ledger.request("a"));
  }

  @Test
  void lateCompensationDoesNotCount() throws IOException {
    ChaosLedger ledger = ledger("did a 1 10 r\ndid a 2 20 r\n", "undid a 1 30 r\n");
    assertEquals(1, ledger.doubles().size());
    assertFalse(ledger.stands("a"));
    assertFalse(ledger.stands("unknown"));
  }
}
