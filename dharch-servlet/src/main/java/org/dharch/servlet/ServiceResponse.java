package org.dharch.servlet;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.dharch.api.Limits;
import org.dharch.core.message.envelope.Envelopes;
import org.dharch.core.settings.HeldBytes;

/**
 * The response for a service whose responses may have handlers. Holds a body that is SOAP, or that
 * has no type and may be SOAP; writes others through to the client. Sets status and headers on the
 * container's response, except those that describe the body.
 */
final class ServiceResponse extends BodyHeaders {
  private final BodyOutput output;
  private final HttpServletRequest request;
  private final Limits limits;
  private Optional<PrintWriter> writer = Optional.empty();
  private boolean streamed;
  private boolean through;
  private boolean collecting;

  /** True if the service has called setCharacterEncoding. */
  private boolean hasCharset;

  /** The charset of the writer, fixed when the writer is created. */
  private Optional<Charset> writes = Optional.empty();

  ServiceResponse(
      HttpServletResponse response,
      HttpServletRequest request,
      Limits limits,
      HeldBytes.Reservation held) {
    super(response);
    this.request = request;
    this.limits = limits;
    this.output = new BodyOutput(this, limits.maxPayloadBytes(), held);
  }

  /** Returns true if a body is held for handlers. */
  boolean holds() throws IOException {
    collecting = true;
    writer.ifPresent(PrintWriter::flush);
    collecting = false;
    if (!through && output.size() > 0 && goesThrough()) {
      output.release(); // its type was set late
    }
    return !through && (output.size() > 0 || output.overflowed());
  }

  /** Returns true if the body exceeded the limit. */
  boolean overflowed() {
    return output.overflowed();
  }

  /**
   * Returns the held body.
   *
   * @throws NotReadableException if handlers cannot read it
   */
  SoapBody body() throws NotReadableException {
    if (output.overflowed()) {
      throw new NotReadableException(500, output.overflow());
    }
    if (isEncoded()) {
      throw new NotReadableException(500, "it must not have a Content-Encoding");
    }
    byte[] bytes = output.toByteArray();
    if (getContentType() == null) {
      super.setContentType(typeOf(bytes));
    }
    return SoapBody.read(
        new SoapBody.Content(bytes, getContentType()), MediaType.parse(getContentType()));
  }

  /** The type of a body without one, by its envelope. */
  private String typeOf(byte[] bytes) throws NotReadableException {
    MediaType any = new MediaType("text/xml", Map.of());
    SoapBody body = SoapBody.read(new SoapBody.Content(bytes, any.name()), any);
    return Envelopes.outline(body.envelope(), limits).soap12()
        ? "application/soap+xml"
        : any.name();
  }

  HttpServletRequest request() {
    return request;
  }

  /** Returns true if bytes are written through, as far as known now. */
  boolean goesThrough() {
    return through || !isSoap(getContentType());
  }

  @Override
  boolean isThrough() {
    return through;
  }

  /** Returns true if the type is SOAP or missing. */
  private static boolean isSoap(String type) {
    try {
      return type == null || MediaType.parse(type).soap();
    } catch (NotReadableException e) {
      return true; // reported when the service has responded
    }
  }

  void letThrough() {
    through = true;
    sendHeaders();
  }

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
      Charset charset = Charset.forName(charset());
      super.setCharacterEncoding(charset.name());
      writes = Optional.of(charset);
      writer = Optional.of(new PrintWriter(new OutputStreamWriter(output, charset)));
    }
    return writer.get();
  }

  /** The charset that the service has set, for SOAP otherwise UTF-8. */
  private String charset() {
    String type = getContentType();
    boolean isGiven =
        hasCharset || (type != null && type.toLowerCase(Locale.ROOT).contains("charset="));
    return isGiven || !isSoap(type) ? getCharacterEncoding() : StandardCharsets.UTF_8.name();
  }

  @Override
  public void setCharacterEncoding(String charset) {
    if (writes.isEmpty()) {
      hasCharset = charset != null;
      super.setCharacterEncoding(charset);
    }
  }

  @Override
  public void setCharacterEncoding(Charset charset) {
    setCharacterEncoding(charset == null ? null : charset.name());
  }

  @Override
  public void flushBuffer() throws IOException {
    if (writer.isPresent()) {
      writer.get().flush(); // also calls flushBody
    } else {
      flushBody();
    }
  }

  void flushBody() throws IOException {
    if (collecting) {
      return;
    }
    if (!through && output.size() == 0 && isWithoutBody()) {
      letThrough(); // a one-way message is acknowledged while its service runs
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

  /** The next body may be SOAP. */
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
    forgetHeaders();
    streamed = false;
    hasCharset = false;
    writes = Optional.empty();
    writer = Optional.empty();
  }

  @Override
  public void setContentType(String type) {
    checkType(type);
    super.setContentType(type);
    writes.ifPresent(charset -> super.setCharacterEncoding(charset.name()));
  }

  /** Rejects a change to SOAP after the body has been written through. */
  private void checkType(String type) {
    if (type != null && output.begun() && !super.isCommitted() && isSoap(type)) {
      throw new IllegalStateException(
          "the body must be SOAP (got '" + getContentType() + "'); call reset() first");
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
}
