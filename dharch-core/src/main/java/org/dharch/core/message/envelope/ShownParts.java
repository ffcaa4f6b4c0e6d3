package org.dharch.core.message.envelope;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import javax.xml.namespace.QName;
import org.dharch.api.Limits;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.envelope.Envelopes.MessageCheck;
import org.dharch.core.message.xml.XmlScanner;
import org.dharch.core.message.xml.XmlScanner.Token;

/**
 * Reads an envelope for display, as ranges of its bytes: without comments, processing instructions
 * and the content of omitted elements, whose tags are shown. One pass, no tree. Creates names only
 * for elements that may be omitted. Not thread-safe.
 */
public final class ShownParts {
  /** How many bytes are read between two checks whether the sink needs more. */
  private static final int STRETCH = 4_096;

  private final byte[] bytes;
  private final XmlScanner scanner;
  private final byte[][] last;
  private final Predicate<List<QName>> leftOut;
  private final Sink sink;
  private String[] uris = new String[16];
  private int[] names = new int[2 * 16]; // of each open element: local name from, to
  private int from;

  /** Receives the shown text. */
  public interface Sink {
    /**
     * Receives a range of bytes.
     *
     * @return whether the sink needs more
     */
    boolean shown(byte[] bytes, int from, int to);

    /** Something is left out here. */
    void leftOut();
  }

  private ShownParts(
      byte[] bytes, Set<String> last, Predicate<List<QName>> leftOut, Limits limits, Sink sink) {
    this.bytes = bytes;
    this.scanner = EnvelopeScanner.scanner(bytes, MessageCheck.asParsers(limits));
    this.last = last.stream().map(it -> it.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
    this.leftOut = leftOut;
    this.sink = sink;
  }

  /**
   * Reads {@code envelope} to its end, or until the sink needs no more.
   *
   * @param last the local names of elements that may be omitted
   * @param leftOut whether an element of such a name is omitted, by the names from the root down to
   *     it
   * @throws MalformedMessageException if it is not well-formed, as far as it was read
   */
  public static void read(
      byte[] envelope, Set<String> last, Predicate<List<QName>> leftOut, Limits limits, Sink sink) {
    new ShownParts(envelope, last, leftOut, limits, sink).read();
  }

  private void read() {
    Token token = scanner.next();
    from = scanner.start(); // behind a declaration
    for (; token != Token.EOF; token = scanner.next()) {
      switch (token) {
        case START -> {
          push();
          if (mayBeLeftOut() && leftOut.test(path())) {
            if (!flush(scanner.end())) {
              return;
            }
            sink.leftOut();
            toEndTag();
          }
        }
        case COMMENT, PI -> {
          if (!flush(scanner.start())) {
            return;
          }
          from = scanner.end();
        }
        default -> {
          // is shown
        }
      }
      if (scanner.end() - from >= STRETCH && !flush(scanner.end())) {
        return;
      }
    }
    flush(scanner.end());
  }

  private boolean flush(int to) {
    boolean more = to <= from || sink.shown(bytes, from, to);
    from = to;
    return more;
  }

  /** The open elements are a stack, so an end tag needs no check here. */
  private void push() {
    int depth = scanner.depth();
    if (depth > uris.length) {
      uris = Arrays.copyOf(uris, depth * 2);
      names = Arrays.copyOf(names, depth * 4);
    }
    uris[depth - 1] = scanner.uri();
    names[2 * depth - 2] = scanner.localStart();
    names[2 * depth - 1] = scanner.nameEnd();
  }

  private boolean mayBeLeftOut() {
    for (byte[] each : last) {
      if (Arrays.equals(bytes, scanner.localStart(), scanner.nameEnd(), each, 0, each.length)) {
        return true;
      }
    }
    return false;
  }

  private List<QName> path() {
    List<QName> path = new ArrayList<>(scanner.depth());
    for (int i = 0; i < scanner.depth(); i++) {
      path.add(new QName(uris[i], scanner.text(names[2 * i], names[2 * i + 1])));
    }
    return path;
  }

  private void toEndTag() {
    int depth = scanner.depth();
    while (scanner.next() != Token.END || scanner.depth() >= depth) {
      // is left out
    }
    from = scanner.start();
  }
}
