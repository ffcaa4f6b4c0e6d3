package org.dharch.core.message.envelope;

import static org.dharch.core.message.envelope.MessageParts.ref;
import static org.dharch.testing.Utf8.bytes;

import java.util.Arrays;
import java.util.function.Supplier;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.api.Part;

/** Prints the costs of merging and comparing; run by hand. The JMH benchmarks measure precisely. */
final class MergeSpeed {
  private static Object sink = "";

  private MergeSpeed() {}

  public static void main(String[] arguments) {
    for (int kilobytes : new int[] {1, 10, 100}) {
      StringBuilder body = new StringBuilder("<b:items>");
      while (body.length() < kilobytes * 1024) {
        body.append("<b:item id='")
            .append(body.length())
            .append("'><b:name>caf\u00e9</b:name>")
            .append("<b:price currency='EUR'>12.50</b:price></b:item>\n");
      }
      body.append("</b:items>");
      String text =
          MessageParts.envelope(
              "<s:Header><h:a s:mustUnderstand='1'>x</h:a><h:b>y</h:b></s:Header>",
              body.toString());
      byte[] envelope = bytes(text);
      byte[] header = bytes(text.replace(">x<", ">z<"));
      byte[] rewritten = bytes(text.replace('\'', '"').replace("/h:b>", "/h:b ><h:c/>"));
      byte[] last = bytes(text.replace("</b:item>\n</b:items>", "<b:n/></b:item>\n</b:items>"));
      Changes changes =
          Changes.builder()
              .replace(MessageParts.header("a"), bytes("<h:a>z</h:a>"))
              .removeHeader(ref("b", 0))
              .addHeader(bytes("<h:c/>"))
              .build();
      Changes inBody = EnvelopeDiff.between(envelope, last, Limits.DEFAULT);
      Changes whole = Changes.builder().replace(Part.body(), bytes(body.toString())).build();
      System.out.println(kilobytes + " KB, median microseconds");
      print("array copy", () -> envelope.clone());
      print("merge: header replaced, removed, added", () -> apply(envelope, changes));
      print("merge: last element of the body", () -> apply(envelope, inBody));
      print("merge: whole body", () -> apply(envelope, whole));
      print("diff: one header, body the same bytes", () -> between(envelope, header));
      print("diff: all written otherwise", () -> between(envelope, rewritten));
      print("diff: last element of the body", () -> between(envelope, last));
    }
    System.out.println(sink.hashCode() == 0 ? " " : "");
  }

  private static Object apply(byte[] envelope, Changes changes) {
    return Merge.apply(envelope, changes, Limits.DEFAULT);
  }

  private static Object between(byte[] before, byte[] after) {
    return EnvelopeDiff.between(before, after, Limits.DEFAULT);
  }

  private static void print(String what, Supplier<Object> work) {
    long[] nanos = new long[2000];
    for (int run = 0; run < 3; run++) { // the first ones warm up
      for (int i = 0; i < nanos.length; i++) {
        long start = System.nanoTime();
        sink = work.get();
        nanos[i] = System.nanoTime() - start;
      }
    }
    Arrays.sort(nanos);
    System.out.printf("  %-42s %8.1f%n", what, nanos[nanos.length / 2] / 1e3);
  }
}
