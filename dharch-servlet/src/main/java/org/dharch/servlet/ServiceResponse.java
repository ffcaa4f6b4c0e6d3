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
import org.dharch.core.settings.HeldBytes;

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

  ServiceResponse(
      HttpServletResponse response,
      HttpServletRequest request,
      Limits limits,
      HeldBytes.Share held) {
    super(response);
    this.request = request;
    this.output = new BodyOutput(this, limits.maxPayloadBytes(), held);
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
      throw new NotReadableException(500, output.overflow());
    }
    if (Requests.isEncoded(getHeaders("Content-Encoding"))) {
      throw new NotReadableException(500, "it has a Content-Encoding");
    }
    return SoapBody.read(
        new SoapBody.Content(output.toByteArray(), getContentType()),
        MediaType.parse(getContentType()));
  }

  HttpServletRequest request() {
    return request;
  }

  /** Whether what is written goes to the client at once, as far as can be told now. */
  boolean goesThrough() {
    return through || !isSoap(getContentType());
  }

  /** Whether it is SOAP, or might be taken for it. */
  private static boolean isSoap(String type) {
    try {
      return MediaType.parse(type).soap();
    } catch (NotReadableException e) {
      return true; // said when the service has answered
    }
  }

  /** It does from now on. */
  void letThrough() {
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

  /** What is written from now on may be SOAP, whatever was written before. */
  @Override
  public void resetBuffer() {
    super.resetBuffer();
    output.clear();
    through = false;
  }

  @Override
  public void reset() {
    super.reset();
    output.clear();
    through = false;
    length = -1;
    streamed = false;
    writer = Optional.empty();
  }

  @Override
  public void setContentType(String type) {
    checkType(type);
    super.setContentType(type);
  }

  /** A body that goes to the client as what it is cannot become one that has handlers. */
  private void checkType(String type) {
    if (output.begun() && !super.isCommitted() && isSoap(type)) {
      throw new IllegalStateException(
          "the body has begun as '"
              + getContentType()
              + "' and cannot be SOAP; reset() is allowed");
    }
  }

  private void checkHeader(String name, String value) {
    if ("Content-Type".equalsIgnoreCase(name)) {
      checkType(value);
    }
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
      checkHeader(name, value);
      super.setHeader(name, value);
    }
  }

  @Override
  public void addHeader(String name, String value) {
    if (isLength(name)) {
      setHeader(name, value);
    } else {
      checkHeader(name, value);
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
