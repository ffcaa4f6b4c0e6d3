package org.dharch.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;
import org.dharch.core.message.Submission;
import org.dharch.testing.SoapCalls;

/** A SOAP stack that keeps the bytes of its requests and answers with them, as it is asked. */
public final class RawServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;

  /** What arrived. */
  record Arrived(byte[] body, long length, String type, Map<String, String> headers) {}

  static final List<String> DIGESTS =
      List.of("Content-MD5", "digest", "Content-Digest", "Repr-Digest", "ETag");

  static final LinkedBlockingQueue<Arrived> ARRIVED = new LinkedBlockingQueue<>();

  /** What attribute test.color was, and the message's id. */
  static final LinkedBlockingQueue<String> ATTRIBUTES = new LinkedBlockingQueue<>();

  /** What attribute dharch.security.principal was. */
  static final LinkedBlockingQueue<String> PRINCIPALS = new LinkedBlockingQueue<>();

  /** What else a service asks of its request and of its thread. */
  static volatile Consumer<HttpServletRequest> PROBE = request -> {};

  /** How many asynchronous answers were complete. */
  static final AtomicInteger COMPLETED = new AtomicInteger();

  private static final class Completion implements AsyncListener {
    @Override
    public void onComplete(AsyncEvent event) {
      COMPLETED.incrementAndGet();
    }

    @Override
    public void onTimeout(AsyncEvent event) {}

    @Override
    public void onError(AsyncEvent event) {}

    @Override
    public void onStartAsync(AsyncEvent event) {}
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String name : Collections.list(request.getHeaderNames())) {
      headers.put(name, request.getHeader(name));
    }
    PROBE.accept(request);
    byte[] body = request.getInputStream().readAllBytes();
    ARRIVED.add(
        new Arrived(body, request.getContentLengthLong(), request.getContentType(), headers));
    ATTRIBUTES.add(
        request.getAttribute("test.color") + " " + request.getAttribute(DHArchFilter.MESSAGE_ID));
    PRINCIPALS.add(String.valueOf(request.getAttribute("dharch.security.principal")));
    String as = request.getParameter("as") == null ? "same" : request.getParameter("as");
    switch (as) {
      case "accepted" -> response.setStatus(HttpServletResponse.SC_ACCEPTED);
      case "page" -> {
        response.setContentType("text/html");
        response.getWriter().write("<p>a page</p>");
      }
      case "calls" -> call(request, response, body);
      case "error" -> response.sendError(404, "no such thing");
      case "throws" -> throw new IOException("the service is broken");
      case "large" -> {
        response.setContentType("text/xml;charset=UTF-8");
        response.getOutputStream().write(new byte[1 << 20]);
      }
      case "broken" -> write(request, response, unclosed(body));
      case "complete" -> completeLater(request, body);
      case "latin" -> {
        String text = new String(body, StandardCharsets.UTF_8);
        response.setContentType("text/xml; charset=ISO-8859-1");
        response.setHeader("X-Raw", "yes");
        response.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
      }
      case "writer" -> {
        response.setContentType("text/xml");
        response.getWriter().write(new String(body, StandardCharsets.UTF_8));
      }
      case "writer-first" -> {
        PrintWriter writer = response.getWriter();
        response.setContentType("text/xml; charset=ISO-8859-1"); // too late for the charset
        writer.write(new String(body, StandardCharsets.UTF_8));
      }
      case "writer-latin" -> {
        response.setContentType("text/xml");
        response.setCharacterEncoding("ISO-8859-1");
        response.getWriter().write(new String(body, StandardCharsets.UTF_8));
      }
      case "untyped" -> response.getOutputStream().write(body);
      case "untyped-text" -> {
        for (byte each : "\n no <envelope/>".getBytes(StandardCharsets.UTF_8)) {
          response.getOutputStream().write(each);
        }
      }
      case "untyped-page" -> {
        response.getOutputStream().write("<p>a page</p>".getBytes(StandardCharsets.UTF_8));
        response.setContentType("text/html");
      }
      case "gzip" -> {
        boolean asked = request.getHeader("Accept-Encoding") != null;
        write(request, response, body, asked || "always".equals(request.getParameter("gzip")));
      }
      case "cookies" -> {
        response.addHeader("Set-Cookie", "a=1");
        response.addHeader("Set-Cookie", "b=2");
        write(request, response, body);
      }
      case "digests" -> {
        for (String name : DIGESTS) {
          response.setHeader(name, "of the service");
        }
        write(request, response, body);
      }
      case "reset" -> {
        response.setContentType("text/plain");
        response.getOutputStream().write('x');
        response.reset();
        write(request, response, body);
      }
      case "resetBuffer" -> {
        response.setContentType("text/plain");
        response.getOutputStream().write('x');
        response.resetBuffer();
        write(request, response, body);
      }
      case "retype" -> {
        response.setContentType("text/plain");
        response.getOutputStream().write(' ');
        write(request, response, body);
      }
      case "asked" -> {
        response.getOutputStream().isReady(); // before it says what it will write
        write(request, response, body);
      }
      default -> write(request, response, body);
    }
  }

  /** Answers what another service has, which it calls within its request. */
  private static void call(HttpServletRequest request, HttpServletResponse response, byte[] body)
      throws IOException {
    URI other = URI.create("http://127.0.0.1:" + request.getLocalPort() + request.getRequestURI());
    Object within = request.getAttribute(DHArchFilter.WITHIN);
    try {
      HttpResponse<String> answer =
          SoapCalls.send(
              HttpRequest.newBuilder(other)
                  .header("Content-Type", request.getContentType())
                  .header(Submission.WITHIN, String.valueOf(within))
                  .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                  .build());
      response.setStatus(answer.statusCode());
      response.setContentType(request.getContentType());
      response.getOutputStream().write(answer.body().getBytes(StandardCharsets.UTF_8));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private static byte[] unclosed(byte[] body) {
    String text = new String(body, StandardCharsets.UTF_8);
    return text.replace("</item>", "").getBytes(StandardCharsets.UTF_8);
  }

  private static void write(
      HttpServletRequest request, HttpServletResponse response, byte[] body, boolean gzip)
      throws IOException {
    if (!gzip) {
      write(request, response, body);
      return;
    }
    response.setContentType(request.getContentType());
    response.setHeader("Content-Encoding", "gzip");
    try (GZIPOutputStream compressed = new GZIPOutputStream(response.getOutputStream())) {
      compressed.write(body);
    }
  }

  private static void write(HttpServletRequest request, HttpServletResponse response, byte[] body)
      throws IOException {
    response.setContentType(request.getContentType());
    response.setContentLength(body.length);
    response.setHeader("X-Raw", "yes");
    response.getOutputStream().write(body);
    response.getOutputStream().flush();
  }

  /** Answers on a thread of the container's, after having left the one that it came on. */
  private static void completeLater(HttpServletRequest request, byte[] body) {
    AsyncContext async = request.startAsync();
    async.addListener(new Completion());
    async.start(
        () -> {
          try {
            write(
                (HttpServletRequest) async.getRequest(),
                (HttpServletResponse) async.getResponse(),
                body);
            async.complete();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }
}
