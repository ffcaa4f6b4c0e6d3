package org.dharch.outbound;

import static org.dharch.testing.Utf8.bytes;
import static org.dharch.testing.Utf8.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import org.awaitility.Awaitility;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.core.spi.Outbound.Failure;
import org.dharch.core.spi.Outbound.Request;
import org.dharch.core.spi.Outbound.Result;
import org.dharch.testing.EnvelopeText;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages to real servers, and to peers that hang, never end, or speak no HTTP. */
class HttpOutboundTest {
  private static final String HELLO = EnvelopeText.SOAP11.of("<hello xmlns=''>h\u00e9</hello>");
  private static final OutboundSettings HERE =
      OutboundSettings.DEFAULT.hosts(HostList.parse("127.0.0.0/8"));

  private final Peers peers = new Peers();
  private Optional<HttpOutbound> outbound = Optional.empty();

  @AfterEach
  void end() throws Exception {
    outbound.ifPresent(HttpOutbound::close);
    peers.close();
  }

  private HttpOutbound outbound(OutboundSettings settings) {
    outbound = Optional.of(new HttpOutbound(settings));
    return outbound.get();
  }

  private static Request request(String address) {
    return request(address, Duration.ofSeconds(20));
  }

  private static Request request(String address, Duration limit) {
    MessageId id = MessageId.random(ThreadLocalRandom.current());
    return new Request(id, URI.create(address), false, "urn:hello", bytes(HELLO), limit);
  }

  private static String at(int port) {
    return "http://127.0.0.1:" + port + "/in?a=b%20c";
  }

  private Result send(String address) throws Exception {
    return send(request(address));
  }

  private Result send(Request request) throws Exception {
    return outbound.get().send(request).toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  private void failed(Failure why, String reason, Result result) {
    Result.Failed failed = assertInstanceOf(Result.Failed.class, result);
    assertEquals(why, failed.why(), failed.reason());
    assertTrue(failed.reason().contains(reason), failed.reason());
    assertEquals(1, failed.reason().lines().count());
  }

  @Test
  void contentTypeFollowsTheSoapVersion() throws Exception {
    outbound(HERE);
    int port = peers.http(Peers.answering(202, "", new byte[0]));
    assertEquals(new Result.Sent(202, Optional.empty()), send(at(port)));
    Peers.Got got = peers.got.remove();
    assertEquals("/in?a=b%20c", got.path());
    assertEquals(HELLO, got.body());
    assertEquals("text/xml; charset=UTF-8", got.header("Content-Type"));
    assertEquals("\"urn:hello\"", got.header("SOAPAction"));
    assertEquals("127.0.0.1:" + port, got.header("Host"));
    Request soap12 =
        new Request(
            MessageId.random(ThreadLocalRandom.current()),
            URI.create("HTTP://127.0.0.1:" + port),
            true,
            "urn:hello",
            bytes(HELLO),
            Duration.ofSeconds(20));
    assertEquals(new Result.Sent(202, Optional.empty()), send(soap12));
    got = peers.got.remove();
    assertEquals("/", got.path());
    assertEquals(
        "application/soap+xml; charset=UTF-8; action=\"urn:hello\"", got.header("Content-Type"));
    assertEquals("", got.header("SOAPAction"));
  }

  @ParameterizedTest
  @CsvSource({
    "200, text/xml; charset=ISO-8859-1, ISO-8859-1, true",
    "500, application/soap+xml, UTF-8, true",
    "200, text/html, UTF-8, false",
    "404, '', UTF-8, false",
  })
  void responseEnvelopeIsReportedInUtf8(int status, String type, String charset, boolean soap)
      throws Exception {
    outbound(HERE);
    byte[] body = HELLO.getBytes(charset);
    Result.Sent sent =
        assertInstanceOf(
            Result.Sent.class, send(at(peers.http(Peers.answering(status, type, body)))));
    assertEquals(status, sent.status());
    assertEquals(soap ? HELLO : "", sent.envelope().map(bytes -> text(bytes)).orElse(""));
  }

  @Test
  void redirectsAreNotFollowed() throws Exception {
    outbound(HERE);
    int inner = peers.http(Peers.answering(200, "", new byte[0]));
    int port =
        peers.http(
            exchange -> {
              exchange.getResponseHeaders().set("Location", at(inner));
              exchange.sendResponseHeaders(307, -1);
              exchange.close();
            });
    assertEquals(new Result.Sent(307, Optional.empty()), send(at(port)));
    assertEquals(1, peers.got.size(), "only the first was asked");
  }

  @ParameterizedTest
  @CsvSource({
    "http://localhost:PORT/, not on the list",
    "http://[::1]:PORT/, not on the list",
    "http://127.1:PORT/, must have a host and no user",
    "http://user@127.0.0.1:PORT/, must have a host and no user",
    "ftp://127.0.0.1:PORT/, (got 'ftp')",
    "jms:queue, (got 'jms')",
    "http://127.0.0.1:0/, (got 0)",
  })
  void disallowedHostsAreRejected(String address, String reason) throws Exception {
    int port = peers.http(Peers.answering(200, "", new byte[0]));
    outbound(OutboundSettings.DEFAULT.hosts(HostList.parse("192.0.2.1 other.example")));
    failed(Failure.REFUSED, reason, send(address.replace("PORT", "" + port)));
    assertTrue(peers.got.isEmpty());
  }

  @Test
  void nothingIsSentWithoutAList() throws Exception {
    outbound(OutboundSettings.DEFAULT);
    int port = peers.http(Peers.answering(200, "", new byte[0]));
    failed(Failure.REFUSED, "not on the list of hosts", send(at(port)));
    assertTrue(peers.got.isEmpty());
  }

  @Test
  void headerInjectionInTheActionIsRejected() throws Exception {
    outbound(HERE);
    int port = peers.http(Peers.answering(200, "", new byte[0]));
    for (String action : List.of("a\r\nX: b", "a\"; b", "\u00e9")) {
      Request request =
          new Request(
              MessageId.random(ThreadLocalRandom.current()),
              URI.create(at(port)),
              true,
              action,
              bytes(HELLO),
              Duration.ofSeconds(20));
      failed(Failure.REFUSED, "action", send(request));
    }
    assertTrue(peers.got.isEmpty());
  }

  /** A name is resolved once; the connection goes to the checked address. */
  @Test
  void reboundNameDoesNotRedirectTheRequest() throws Exception {
    int port = peers.http(Peers.answering(202, "", new byte[0]));
    AtomicInteger asked = new AtomicInteger();
    HostList.Resolver rebinding =
        host -> {
          String address = asked.incrementAndGet() == 1 ? "127.0.0.1" : "169.254.169.254";
          return InetAddress.getAllByName(address);
        };
    HttpOutbound first = new HttpOutbound(HERE, rebinding, SSLContext.getDefault());
    outbound = Optional.of(first);
    String address = "http://rebinding.example:" + port + "/";
    assertEquals(new Result.Sent(202, Optional.empty()), send(address));
    assertEquals("rebinding.example:" + port, peers.got.remove().header("Host"));
    failed(Failure.REFUSED, "not on the list", send(address));
    assertEquals(2, asked.get());
  }

  @Test
  void unreachableHostIsUnreached() throws Exception {
    outbound(OutboundSettings.DEFAULT.hosts(HostList.parse("127.0.0.0/8 no-such.invalid")));
    failed(Failure.UNREACHED, "no connection: nothing listens there", send(at(Peers.closed())));
    failed(Failure.UNREACHED, "unknown host", send("http://no-such.invalid/"));
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"})
  void hangingHostTimesOut(String begins) throws Exception {
    outbound(HERE);
    int port = peers.bad(socket -> write(socket, begins));
    Result result = send(request(at(port), Duration.ofMillis(500)));
    failed(Failure.UNKNOWN, "within 500 ms", result);
    outbound.get().close();
    outbound(HERE.times(Duration.ofSeconds(5), Duration.ofMillis(400)));
    failed(Failure.UNKNOWN, "no complete response within 400 ms", send(at(port)));
  }

  @Test
  void endlessResponseTimesOut() throws Exception {
    outbound(HERE.limits(Limits.DEFAULT.maxPayloadBytes(100_000)));
    int endless =
        peers.bad(
            socket -> {
              write(socket, "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n\r\n");
              while (true) {
                write(socket, "x".repeat(10_000));
              }
            });
    failed(Failure.BAD_ANSWER, "at most 100000 bytes", send(at(endless)));
    int large =
        peers.bad(socket -> write(socket, "HTTP/1.1 200 OK\r\nContent-Length: 100001\r\n\r\nxx"));
    Result result = send(request(at(large), Duration.ofMillis(500)));
    assertInstanceOf(Result.Failed.class, result);
  }

  @Test
  void nonHttpResponseIsReported() throws Exception {
    outbound(HERE);
    int port = peers.bad(socket -> write(socket, "220 mail.example ESMTP\r\n\r\n"));
    failed(Failure.BAD_ANSWER, "", send(at(port)));
    int wrong = peers.http(Peers.answering(200, "text/xml; charset=none-such", bytes("<a/>")));
    failed(Failure.BAD_ANSWER, "none-such", send(at(wrong)));
  }

  @Test
  void brokenConnectionIsUnknown() throws Exception {
    outbound(HERE);
    failed(Failure.UNKNOWN, "connection failed", send(at(peers.bad(Socket::close))));
  }

  @Test
  void requestsBeyondTheBoundsWaitOrAreRejected() throws Exception {
    outbound(HERE.bounds(2, 8, 1));
    CountDownLatch hold = new CountDownLatch(1);
    AtomicInteger most = new AtomicInteger();
    AtomicInteger now = new AtomicInteger();
    int port =
        peers.http(
            exchange -> {
              most.accumulateAndGet(now.incrementAndGet(), Math::max);
              awaited(hold);
              now.decrementAndGet();
              Peers.answering(202, "", new byte[0]).handle(exchange);
            });
    List<CompletableFuture<Result>> all = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      all.add(outbound.get().send(request(at(port))).toCompletableFuture());
    }
    Awaitility.await().until(() -> now.get() == 2);
    failed(Failure.UNREACHED, "1 messages wait", send(at(port)));
    int other = peers.http(Peers.answering(202, "", new byte[0]));
    assertEquals(new Result.Sent(202, Optional.empty()), send(at(other)));
    hold.countDown();
    for (CompletableFuture<Result> each : all) {
      assertEquals(new Result.Sent(202, Optional.empty()), each.get(20, TimeUnit.SECONDS));
    }
    assertEquals(2, most.get());
    Awaitility.await().until(() -> outbound.get().waiting().hosts() == 0);
  }

  private static void awaited(CountDownLatch hold) {
    try {
      hold.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** None of it has arrived, and an expired request frees its place in the queue. */
  @Test
  void requestThatExpiresWhileWaitingIsUnreached() throws Exception {
    outbound(HERE.bounds(1, 1, 5));
    int port = peers.bad(socket -> {});
    CompletableFuture<Result> first =
        outbound.get().send(request(at(port), Duration.ofSeconds(2))).toCompletableFuture();
    failed(Failure.UNREACHED, "within 300 ms", send(request(at(port), Duration.ofMillis(300))));
    failed(Failure.UNKNOWN, "within 2000 ms", first.get(20, TimeUnit.SECONDS));
    int good = peers.http(Peers.answering(202, "", new byte[0]));
    assertEquals(new Result.Sent(202, Optional.empty()), send(at(good)));
    assertEquals(0, outbound.get().waiting().size());
  }

  @Test
  void closingMakesSentRequestsUnknownAndWaitingOnesUnreached() throws Exception {
    outbound(HERE.bounds(1, 1, 5));
    CountDownLatch there = new CountDownLatch(1);
    int port = peers.bad(socket -> there.countDown());
    CompletableFuture<Result> under = outbound.get().send(request(at(port))).toCompletableFuture();
    assertTrue(there.await(20, TimeUnit.SECONDS));
    CompletableFuture<Result> waits = outbound.get().send(request(at(port))).toCompletableFuture();
    outbound.get().close();
    outbound.get().close();
    failed(Failure.UNKNOWN, "sending is closed", under.get(20, TimeUnit.SECONDS));
    failed(Failure.UNREACHED, "sending is closed", waits.get(20, TimeUnit.SECONDS));
    failed(Failure.UNREACHED, "sending is closed", send(at(port)));
  }

  @Test
  void httpsRequiresACertificateForTheHost(@TempDir Path folder) throws Exception {
    SSLContext here = Peers.tls(Peers.keys(folder, "ip:127.0.0.1"));
    SSLContext elsewhere = Peers.tls(Peers.keys(folder, "dns:other.example"));
    int good = peers.https(here, Peers.answering(200, "text/xml", bytes(HELLO)));
    int other = peers.https(elsewhere, Peers.answering(200, "text/xml", bytes(HELLO)));
    outbound = Optional.of(new HttpOutbound(HERE, HostList.Resolver.SYSTEM, here));
    Result.Sent sent =
        assertInstanceOf(Result.Sent.class, send("https://127.0.0.1:" + good + "/in"));
    assertEquals(HELLO, text(sent.envelope().orElseThrow()));
    assertEquals("127.0.0.1:" + good, peers.got.remove().header("Host"));
    failed(Failure.UNREACHED, "", send("https://127.0.0.1:" + other + "/in"));
    outbound.get().close();
    outbound = Optional.of(new HttpOutbound(HERE, HostList.Resolver.SYSTEM, elsewhere));
    failed(Failure.UNREACHED, "", send("https://127.0.0.1:" + other + "/in")); // of another name
    failed(Failure.UNREACHED, "", send("https://127.0.0.1:" + good + "/in")); // not trusted
    outbound.get().close();
    outbound = Optional.of(new HttpOutbound(HERE));
    failed(Failure.UNREACHED, "", send("https://127.0.0.1:" + good + "/in"));
    assertNull(peers.got.poll(), "no byte of the message was sent");
  }
}
