package org.dharch.benchmarks.subject;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.dharch.api.Changes;
import org.dharch.cmanager.JmsCManagerProvider;
import org.dharch.core.node.HandlerNode;
import org.dharch.core.spi.NodeChannel;
import org.dharch.hemanager.HEManager;

/**
 * The far end of a subject, in its own JVM: {@code dharch|raw|tcp BROKER MICROS NUMBER…}. It has
 * handlers with these numbers that change nothing and, on request, take that many microseconds, or
 * that read the body ({@link FarHandler}). Kind tcp uses no broker and prints the address and port
 * at which the broker's host can reach it.
 */
public final class FarEnd {
  /** The link options; kind {@code dharch=HOST:PORT} sets the address. */
  private static final Map<String, String> LINKED = Map.of("link", "auto");

  private static final int WORKERS = 8;

  private FarEnd() {}

  public static void main(String[] args) throws Exception {
    FarHandler handler = FarHandler.ofMicros(args[2]);
    List<Integer> numbers =
        Arrays.stream(args, 3, args.length).map(number -> Integer.valueOf(number)).toList();
    switch (args[0]) {
      case "tcp" -> handler.serveInput(RawTcpPeer.serve(URI.create(args[1]), handler));
      case "raw" -> {
        RawPeer.serve(args[1], numbers, handler);
        handler.serveInput("");
      }
      default -> {
        if (handler.isReading()) {
          HEManager node = readingNode(args[1], numbers);
          handler.serveInput("");
          node.close();
          break;
        }
        Map<String, String> options =
            args[0].contains("=") ? Map.of("link", args[0].split("=", 2)[1]) : LINKED;
        NodeChannel broker = new JmsCManagerProvider().node(URI.create(args[1]), options);
        HandlerNode node = node(broker, numbers, handler);
        handler.serveInput("");
        node.close();
      }
    }
    Runtime.getRuntime().halt(0);
  }

  /** Returns a node whose handlers are Axis2's and read the body. */
  private static HEManager readingNode(String broker, List<Integer> numbers) throws IOException {
    StringBuilder xml = new StringBuilder("<node xmlns='urn:dharch:node:1' name='far' link='auto'");
    xml.append(" workers='").append(WORKERS).append("'>");
    for (int number : numbers) {
      xml.append("<handler name='").append(handler(number)).append("' class='");
      xml.append(BodyReadingHandler.class.getName()).append("'/>");
    }
    Path document = Files.createTempFile("far-", ".xml");
    try {
      Files.writeString(document, xml.append("</node>"));
      return HEManager.start(document, Map.of("broker", broker));
    } finally {
      Files.delete(document);
    }
  }

  /** Returns the name of the handler with this number. */
  public static String handler(int number) {
    return "h" + number;
  }

  /** Returns a node with handlers of these numbers. */
  public static HandlerNode node(NodeChannel cmanager, List<Integer> numbers, FarHandler handler) {
    HandlerNode.Builder node = HandlerNode.builder("far" + numbers.get(0)).workers(WORKERS);
    for (int number : numbers) {
      node.handler(
          handler(number),
          WORKERS,
          message -> {
            handler.handle();
            return Changes.NONE;
          });
    }
    return node.start(cmanager);
  }
}
