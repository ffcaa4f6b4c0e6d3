package org.dharch.peers.cxf;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.zip.GZIPOutputStream;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.ext.logging.LoggingInInterceptor;
import org.apache.cxf.ext.logging.event.PrintWriterEventSender;
import org.apache.cxf.feature.transform.XSLTInInterceptor;
import org.apache.cxf.helpers.LoadingByteArrayOutputStream;
import org.apache.cxf.management.counters.CounterRepository;
import org.apache.cxf.management.interceptor.ResponseTimeMessageInInterceptor;
import org.apache.cxf.management.interceptor.ResponseTimeMessageInvokerInterceptor;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.apache.cxf.transport.common.gzip.GZIPInInterceptor;
import org.apache.cxf.transport.common.gzip.GZIPOutInterceptor;
import org.dharch.peers.handlers.HandlerRow;
import org.dharch.peers.handlers.HandlerSamples;
import org.dharch.peers.handlers.HandlerWork;
import org.dharch.peers.handlers.MessageFile;
import org.dharch.peers.handlers.SecurityFiles;
import org.dharch.peers.operations.Contender;

/** CXF's interceptors as a contender: from the bytes of a message to the bytes of its result. */
public final class CxfHandlers {
  private final TransportlessEndpoint endpoint = new TransportlessEndpoint(PeerBus.create());
  private final SecurityFiles files;
  private final CounterRepository counters = new CounterRepository();
  private final String log;

  private CxfHandlers(Path folder, String name) {
    files = new SecurityFiles(folder);
    counters.setBus(endpoint.bus());
    endpoint.bus().setExtension(counters, CounterRepository.class);
    log = "log-" + name.replaceAll("\\W+", "-") + "-";
  }

  /**
   * Runs the process: {@code FOLDER NAME} for all operations with trees, {@code FOLDER NAME
   * streaming} for WS-Security with streams.
   */
  public static void main(String[] args) throws Exception {
    boolean streaming = args.length > 2;
    CxfHandlers handlers = new CxfHandlers(Path.of(args[0]), args[1]);
    SecuredChains security = new SecuredChains(handlers.endpoint, handlers.files, streaming);
    Map<HandlerRow, Callable<Object>> rows = new LinkedHashMap<>();
    for (HandlerRow row : HandlerRow.all()) {
      if (row.work().secures()) {
        rows.put(row, handlers.secured(row, security));
      } else if (!streaming) {
        rows.put(row, handlers.work(row));
      }
    }
    Contender.run(rows);
    System.exit(0);
  }

  private Callable<Object> secured(HandlerRow row, SecuredChains security) throws Exception {
    return switch (row.work()) {
      case CHECK_USER -> once(row, HandlerWork.ADD_USER, security);
      case VERIFY -> once(row, HandlerWork.SIGN, security);
      case CHECK_ALL -> once(row, HandlerWork.SECURE, security);
      case DECRYPT ->
          security.verifies(HandlerWork.ENCRYPT, MessageFile.read(files.messages(row)).get(0));
      default -> security.secures(row.work(), HandlerSamples.order(row.kilobytes()));
    };
  }

  private Callable<Object> once(HandlerRow row, HandlerWork secured, SecuredChains security)
      throws Exception {
    return security.verifiesOnce(secured, MessageFile.read(files.messages(row)));
  }

  private Callable<Object> work(HandlerRow row) throws Exception {
    byte[] message = HandlerSamples.message(row.kilobytes());
    return switch (row.work()) {
      case LOG -> logging(row, Set.of(), message);
      case LOG_WITHOUT_SECRET -> logging(row, Set.of(HandlerSamples.SECRET), message);
      case COUNT -> counting(message);
      case CONVERT -> {
        PhaseInterceptorChain chain =
            endpoint.in(List.of(new XSLTInInterceptor(HandlerSamples.STYLESHEET)));
        yield () -> received(chain, message);
      }
      case COMPRESS -> compressing(message);
      default -> unpacking(message);
    };
  }

  /** Returns the stream for the following interceptors. */
  private InputStream received(PhaseInterceptorChain chain, byte[] message) throws Exception {
    return TransportlessEndpoint.through(chain, endpoint.received(message))
        .getContent(InputStream.class);
  }

  private Callable<Object> logging(HandlerRow row, Set<String> secret, byte[] message)
      throws Exception {
    Path file = files.folder().resolve(log + row);
    LoggingInInterceptor logging =
        new LoggingInInterceptor(
            new PrintWriterEventSender(RollingLog.open(file, HandlerSamples.LOG_BYTES)));
    logging.setLimit(HandlerSamples.MAX_LOGGED);
    logging.setSensitiveElementNames(secret);
    PhaseInterceptorChain chain = endpoint.in(List.of(logging));
    return () -> received(chain, message);
  }

  /** Returns an operation whose counters are read only for display. */
  private Callable<Object> counting(byte[] message) {
    PhaseInterceptorChain chain =
        endpoint.in(
            List.of(
                new ResponseTimeMessageInInterceptor(),
                new ResponseTimeMessageInvokerInterceptor()));
    Object counted =
        new Object() {
          @Override
          public String toString() {
            return String.valueOf(
                counters.getCounters().values().stream()
                    .mapToLong(counter -> counter.getNumInvocations().longValue())
                    .max()
                    .orElse(0));
          }
        };
    return () -> {
      received(chain, message);
      return counted;
    };
  }

  private Callable<Object> compressing(byte[] message) {
    GZIPOutInterceptor compresses = new GZIPOutInterceptor(0);
    compresses.setForce(true);
    PhaseInterceptorChain chain = endpoint.out(List.of(compresses));
    return () -> {
      LoadingByteArrayOutputStream packed = new LoadingByteArrayOutputStream(message.length);
      SoapMessage sent = endpoint.sent();
      sent.setContent(OutputStream.class, packed);
      TransportlessEndpoint.through(chain, sent);
      try (OutputStream out = sent.getContent(OutputStream.class)) {
        out.write(message);
      }
      return packed.toByteArray();
    };
  }

  private Callable<Object> unpacking(byte[] message) throws Exception {
    LoadingByteArrayOutputStream packed = new LoadingByteArrayOutputStream(message.length);
    try (OutputStream out = new GZIPOutputStream(packed)) {
      out.write(message);
    }
    byte[] bytes = packed.toByteArray();
    PhaseInterceptorChain chain = endpoint.in(List.of(new GZIPInInterceptor()));
    return () -> {
      SoapMessage received = endpoint.received(bytes);
      TransportlessEndpoint.header(received, "Content-Encoding", "gzip");
      TransportlessEndpoint.through(chain, received);
      LoadingByteArrayOutputStream unpacked = new LoadingByteArrayOutputStream(message.length + 1);
      received.getContent(InputStream.class).transferTo(unpacked);
      return unpacked.toByteArray();
    };
  }
}
