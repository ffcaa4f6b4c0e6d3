package org.dharch.benchmarks.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class HttpResponseParserTest {
  private static final String CHUNKED =
      "HTTP/1.1 200 \r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n4\r\nd\r\ne\r\n0\r\n\r\n";

  @Test
  void parserJoinsChunksInAnyFragments() throws IOException {
    for (int step = 1; step <= CHUNKED.length(); step++) {
      HttpResponseParser parser = new HttpResponseParser();
      boolean done = false;
      for (int at = 0; at < CHUNKED.length(); at += step) {
        assertFalse(done);
        done = parser.add(bytes(CHUNKED.substring(at, Math.min(CHUNKED.length(), at + step))));
      }
      assertTrue(done);
      assertEquals("abcd\r\ne", parser.text());
    }
  }

  @Test
  void parserReadsConsecutiveAnswers() throws IOException {
    HttpResponseParser parser = new HttpResponseParser();
    assertTrue(
        parser.add(bytes("HTTP/1.1 503 \r\nConnection: close\r\nContent-Length: 4\r\n\r\nbusy")));
    assertEquals(503, parser.status());
    assertTrue(parser.isLast());
    parser.reset();
    assertTrue(parser.add(bytes("HTTP/1.1 202 \r\nContent-Length: 0\r\n\r\n")));
    assertEquals(202, parser.status());
    assertEquals("", parser.text());
    assertFalse(parser.isLast());
  }

  @Test
  void parserRejectsOtherProtocols() {
    assertThrows(IOException.class, () -> new HttpResponseParser().add(bytes("hello\r\n")));
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
  }
}
