package org.dharch.servlet;

import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;

/**
 * A request whose body was read. The filter puts another one around it when it comes back; a
 * service that sees this one itself has been reached past the filter, and is told so.
 */
final class NotDispatched extends HttpServletRequestWrapper {
  private final String filter;

  NotDispatched(HttpServletRequest request, String filter) {
    super(request);
    this.filter = filter;
  }

  @Override
  public ServletInputStream getInputStream() {
    throw passedBy();
  }

  @Override
  public BufferedReader getReader() {
    throw passedBy();
  }

  private IllegalStateException passedBy() {
    return new IllegalStateException(
        "filter '" + filter + "' must be mapped for the dispatchers REQUEST and ASYNC");
  }
}
