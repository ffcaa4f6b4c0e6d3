package org.dharch.servlet;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.Optional;
import org.dharch.api.Limits;

/**
 * The response as a service writes it, where responses may have handlers. When its body begins it
 * is decided whether it is kept back: if it is SOAP. Everything else goes to the client as it is
 * written. Status and headers are the container's in any case, but for the length.
 */
final class ServiceResponse extends HttpServletResponseWrapper {
  private final BodyOutput output;
  private final HttpServletRequest request;
  private Optional<PrintWriter> writer = Optional.empty();
  private boolean streamed;
  private boolean through;
  private boolean collecting;
  private long length = -1;

  ServiceResponse(HttpServletResponse response, HttpServletRequest request, Limits limits) {
    super(response);
    this.request = request;
    this.output = new BodyOutput(this, limits.maxPayloadBytes());
  }

  /** Whether there is a body that has not gone to the client. */
  boolean holds() {
    collecting = true;
    writer.ifPresent(PrintWriter::flush);
    collecting = false;
    return !through && (output.size() > 0 || output.overflowed());
  }

  /** Whether the service has written more than is kept. */
  boolean overflowed() {
    return output.overflowed();
  }

  /**
   * The body that was kept back.
   *
   * @throws NotReadableException if it cannot be given to handlers
   */
  SoapBody body() throws NotReadableException {
    if (output.overflowed()) {
      throw new NotReadableException(
          500,
          "it has more than " + output.max() + " bytes; at most " + output.max() + " are allowed");
    }
    if (Requests.isEncoded(getHeader("Content-Encoding"))) {
      throw new NotReadableException(500, "it has a Content-Encoding");
    }
    return SoapBody.read(
        new SoapBody.Content(output.toByteArray(), getContentType()),
        MediaType.parse(getContentType()));
  }

  HttpServletRequest request() {
    return request;
  }

  /** The body begins: says whether it goes to the client as it is written. */
  boolean goesThrough() {
    if (!through) {
      boolean soap;
      try {
        soap = MediaType.parse(getContentType()).soap();
      } catch (NotReadableException e) {
        soap = false;
      }
      if (!soap) {
        letThrough();
      }
    }
    return through;
  }

  private void letThrough() {
    through = true;
    if (length >= 0) {
      super.setContentLengthLong(length);
    }
  }

  /** The container's own stream. */
  ServletOutputStream beneath() throws IOException {
    return super.getOutputStream();
  }

  @Override
  public ServletOutputStream getOutputStream() {
    if (writer.isPresent()) {
      throw new IllegalStateException("getWriter() has been called for this response");
    }
    streamed = true;
    return output;
  }

  @Override
  public PrintWriter getWriter() {
    if (streamed) {
      throw new IllegalStateException("getOutputStream() has been called for this response");
    }
    if (writer.isEmpty()) {
      Charset charset = Charset.forName(getCharacterEncoding());
      writer = Optional.of(new PrintWriter(new OutputStreamWriter(output, charset)));
    }
    return writer.get();
  }

  @Override
  public void flushBuffer() throws IOException {
    if (writer.isPresent()) {
      writer.get().flush(); // comes to the next method too
    } else {
      flushBody();
    }
  }

  /** The stream is flushed. */
  void flushBody() throws IOException {
    if (collecting) {
      return;
    }
    if (!through && output.size() == 0 && isWithoutBody()) {
      letThrough(); // a one-way message is acknowledged while its service is still at it
    }
    if (through) {
      super.flushBuffer();
    }
  }

  private boolean isWithoutBody() {
    return getStatus() == SC_ACCEPTED || getStatus() == SC_NO_CONTENT;
  }

  @Override
  public boolean isCommitted() {
    return through && super.isCommitted();
  }

  @Override
  public void resetBuffer() {
    super.resetBuffer();
    output.clear();
  }

  @Override
  public void reset() {
    super.reset();
    output.clear();
    length = -1;
    streamed = false;
    writer = Optional.empty();
  }

  @Override
  public void sendError(int status, String message) throws IOException {
    dropBody();
    super.sendError(status, message);
  }

  @Override
  public void sendError(int status) throws IOException {
    dropBody();
    super.sendError(status);
  }

  @Override
  public void sendRedirect(String location) throws IOException {
    dropBody();
    super.sendRedirect(location);
  }

  @Override
  public void sendRedirect(String location, boolean clearBuffer) throws IOException {
    dropBody();
    super.sendRedirect(location, clearBuffer);
  }

  @Override
  public void sendRedirect(String location, int status) throws IOException {
    dropBody();
    super.sendRedirect(location, status);
  }

  @Override
  public void sendRedirect(String location, int status, boolean clearBuffer) throws IOException {
    dropBody();
    super.sendRedirect(location, status, clearBuffer);
  }

  private void dropBody() {
    output.clear();
    through = true;
  }

  @Override
  public void setContentLength(int value) {
    setContentLengthLong(value);
  }

  @Override
  public void setContentLengthLong(long value) {
    length = value;
    if (through) {
      super.setContentLengthLong(value);
    }
  }

  @Override
  public void setHeader(String name, String value) {
    if (isLength(name)) {
      setContentLengthLong(value == null ? -1 : Long.parseLong(value.strip()));
    } else {
      super.setHeader(name, value);
    }
  }

  @Override
  public void addHeader(String name, String value) {
    if (isLength(name)) {
      setHeader(name, value);
    } else {
      super.addHeader(name, value);
    }
  }

  @Override
  public void setIntHeader(String name, int value) {
    if (isLength(name)) {
      setContentLengthLong(value);
    } else {
      super.setIntHeader(name, value);
    }
  }

  @Override
  public void addIntHeader(String name, int value) {
    if (isLength(name)) {
      setContentLengthLong(value);
    } else {
      super.addIntHeader(name, value);
    }
  }

  private static boolean isLength(String name) {
    return "Content-Length".equalsIgnoreCase(name);
  }
}
