package org.dharch.benchmarks.sensor;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.dharch.benchmarks.harness.ChildJvm;
import org.dharch.benchmarks.harness.Nodes;
import org.dharch.benchmarks.site.SoapConnection;
import org.dharch.core.message.DHArchException;

/** The process with the subscribers of the sensor's events. One thread. */
final class Subscribers implements AutoCloseable {
  private static final String WSE = "http://schemas.xmlsoap.org/ws/2004/08/eventing";

  private static final String NAME = "subscribers";
  private static final int TIMEOUT_SECONDS = 30;

  private final int number;
  private final String url;
  private final SoapConnection asking;

  private Subscribers(int number, String url) throws IOException {
    this.number = number;
    this.url = url;
    this.asking = new SoapConnection(URI.create(url + SubscriberMain.AWAIT), "");
  }

  /**
   * Starts the subscribers on the host of a node.
   *
   * @throws DHArchException if the hosts are other machines
   */
  static Subscribers start(Nodes nodes, int number) throws IOException, InterruptedException {
    List<String> arguments = arguments(number, nodes.address(), TIMEOUT_SECONDS);
    return of(number, nodes.startWithLowPriority(NAME, SubscriberMain.class.getName(), arguments));
  }

  /** Returns the subscribers in a process that was started with {@link #arguments}. */
  static Subscribers of(int number, ChildJvm process) throws IOException, InterruptedException {
    return new Subscribers(number, process.awaitReady().replaceFirst("^READY ", ""));
  }

  /** Returns the arguments of {@link SubscriberMain}. */
  static List<String> arguments(int number, String towards, int seconds) {
    return List.of(Integer.toString(number), towards, Integer.toString(seconds));
  }

  /** Returns the host of the subscribers. */
  String host() {
    return URI.create(url).getHost();
  }

  /** Subscribes all of them to the sensor's topic. */
  void subscribe(URI manager) throws IOException {
    subscribe(manager, number);
  }

  /** Subscribes the first of them. */
  void subscribe(URI manager, int first) throws IOException {
    try (SoapConnection connection = new SoapConnection(manager, WSE + "/Subscribe")) {
      for (int each = 0; each < first; each++) {
        byte[] answer = connection.call(request(manager, each));
        String text = new String(answer, StandardCharsets.UTF_8);
        if (!text.contains("SubscribeResponse")) {
          throw new DHArchException("Subscribe failed: " + text);
        }
      }
    }
  }

  private byte[] request(URI manager, int subscriber) {
    String text =
        "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\" xmlns:wse=\""
            + WSE
            + "\" xmlns:wsa=\"http://schemas.xmlsoap.org/ws/2004/08/addressing\"><s:Header>"
            + "<wsa:Action>"
            + WSE
            + "/Subscribe</wsa:Action><wsa:MessageID>urn:subscriber:"
            + subscriber
            + "</wsa:MessageID><wsa:To>"
            + manager
            + "</wsa:To></s:Header><s:Body><wse:Subscribe><wse:Delivery><wse:NotifyTo>"
            + "<wsa:Address>"
            + url
            + "/"
            + subscriber
            + "</wsa:Address></wse:NotifyTo></wse:Delivery>"
            + "<wse:Filter Dialect=\"urn:dharch:eventing:1:topic\">"
            + Reading.TOPIC
            + "</wse:Filter></wse:Subscribe></s:Body></s:Envelope>";
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Waits until each subscriber has received an event.
   *
   * @return when the last subscriber received it, by {@link System#nanoTime}, which is the same
   *     clock in all processes of a machine
   * @throws DHArchException if a subscriber has not received it exactly once
   */
  long awaitEvent(String id) throws IOException {
    byte[] text = asking.call(id.getBytes(StandardCharsets.US_ASCII));
    String[] answer = new String(text, StandardCharsets.US_ASCII).split(" ", -1);
    int had = Integer.parseInt(answer[0]);
    int all = Integer.parseInt(answer[1]);
    if (had != number || all != number) {
      throw new DHArchException(
          "event "
              + id
              + ": "
              + had
              + " of "
              + number
              + " subscribers received the event, by "
              + all
              + " notifications");
    }
    return Long.parseLong(answer[2]);
  }

  @Override
  public void close() throws IOException {
    asking.close();
  }
}
