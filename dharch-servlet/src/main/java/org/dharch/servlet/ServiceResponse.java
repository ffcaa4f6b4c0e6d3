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
import org.dharch.core.message.Envelopes;
import org.dharch.core.settings.HeldBytes;

/**
 * The response as a service writes it, where responses may have handlers. When its body begins it
 * is decided whether it is kept back: if it is SOAP, or has no type and may be. Everything else
 * goes to the client as it is written. Status and headers are the container's in any case, but for
 * those that say how the body is written.
 */
final class ServiceResponse extends BodyHeaders {
  private final BodyOutput output;
  private final HttpServletRequest request;
  private final Limits limits;
  private Optional<PrintWriter> writer = Optional.empty();
  private boolean streamed;
  private boolean through;
  private boolean collecting;

  /** Whether the service has named a charset otherwise than by its type. */
  private boolean charsetSaid;

  /** What the writer writes; once there is one, nothing that is said changes it. */
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

  /** Whether there is a body that has not gone to the client, and is to have handlers. */
  boolean holds() throws IOException {
    collecting = true;
    writer.ifPresent(PrintWriter::flush);
    collecting = false;
    if (!through && output.size() > 0 && goesThrough()) {
      output.release(); // what it is was said later
    }
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
    if (isEncoded()) {
      throw new NotReadableException(500, "it has a Content-Encoding");
    }
    byte[] bytes = output.toByteArray();
    if (getContentType() == null) {
      super.setContentType(typeOf(bytes));
    }
    return SoapBody.read(
        new SoapBody.Content(bytes, getContentType()), MediaType.parse(getContentType()));
  }

  /** The type of a body that was given none and may be an envelope. */
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

  /** Whether what is written goes to the client at once, as far as can be told now. */
  boolean goesThrough() {
    return through || !isSoap(getContentType());
  }

  @Override
  boolean isThrough() {
    return through;
  }

  /** Whether it is SOAP, or might be taken for it, as what has no type. */
  private static boolean isSoap(String type) {
    try {
      return type == null || MediaType.parse(type).soap();
    } catch (NotReadableException e) {
      return true; // said when the service has answered
    }
  }

  /** It does from now on. */
  void letThrough() {
    through = true;
    sendHeaders();
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
      Charset charset = Charset.forName(charset());
      super.setCharacterEncoding(charset.name());
      writes = Optional.of(charset);
      writer = Optional.of(new PrintWriter(new OutputStreamWriter(output, charset)));
    }
    return writer.get();
  }

  /** What the service has said; else what all characters of an envelope have a place in. */
  private String charset() {
    String type = getContentType();
    boolean said =
        charsetSaid || (type != null && type.toLowerCase(Locale.ROOT).contains("charset="));
    return said || !isSoap(type) ? getCharacterEncoding() : StandardCharsets.UTF_8.name();
  }

  @Override
  public void setCharacterEncoding(String charset) {
    if (writes.isEmpty()) {
      charsetSaid = charset != null;
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
    forgetHeaders();
    streamed = false;
    charsetSaid = false;
    writes = Optional.empty();
    writer = Optional.empty();
  }

  @Override
  public void setContentType(String type) {
    checkType(type);
    super.setContentType(type);
    writes.ifPresent(charset -> super.setCharacterEncoding(charset.name()));
  }

  /** A body that goes to the client as what it is cannot become one that has handlers. */
  private void checkType(String type) {
    if (type != null && output.begun() && !super.isCommitted() && isSoap(type)) {
      throw new IllegalStateException(
          "the body has begun as '"
              + getContentType()
              + "' and cannot be SOAP; reset() is allowed");
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
