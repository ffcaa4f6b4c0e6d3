package org.dharch.core.document;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.dharch.core.orchestration.document.OrchestrationDocument;
import org.junit.jupiter.api.Test;

/**
 * Fault F12: for each document five parsers were made and its schema's types looked up anew, so
 * that a fuzzer got few documents read. Measured in what is allocated, which no other work on the
 * machine changes.
 */
class ReadingCostTest {
  private static final int TIMES = 100;
  private static final long MOST_BYTES = 80_000;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static void read() {
    OrchestrationDocument.parse(
        "o.xml",
        "<orchestrations xmlns='urn:dharch:orchestration:1'><orchestration name='o'>"
            + "<handler name='A'/></orchestration></orchestrations>");
  }

  @Test
  void smallDocumentReusesTheParser() {
    for (int i = 0; i < TIMES; i++) {
      read();
    }
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < TIMES; i++) {
      read();
    }
    long each = (threads.getCurrentThreadAllocatedBytes() - before) / TIMES;
    assertTrue(each < MOST_BYTES, each + " bytes for each");
  }
}
