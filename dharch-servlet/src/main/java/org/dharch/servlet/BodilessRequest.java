package org.dharch.servlet;

import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.Reader;

/**
 * A {@code GET} or the like, whose service has handlers: it goes through unread, so what body it
 * may have, in HTTP/2 without saying so, does not.
 */
final class BodilessRequest extends HttpServletRequestWrapper {
  BodilessRequest(HttpServletRequest request) {
    super(request);
  }

  @Override
  public ServletInputStream getInputStream() {
    return new BodyInput(new byte[0], this);
  }

  @Override
  public BufferedReader getReader() {
    return new BufferedReader(Reader.nullReader());
  }
}
