package org.dharch.servlet;

import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.Reader;

/** Hides the body of a request that bypasses the handlers; in HTTP/2 a body may be undeclared. */
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
