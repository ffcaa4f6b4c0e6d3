package org.dharch.servlet;

import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;

/**
 * A request that has left its thread. It is dispatched to where it was then: Undertow would ask for
 * that only now, when what had forwarded it there has it back. The filter puts another one around
 * it when it comes back; a service that sees this one itself has been reached past the filter, and
 * is told so.
 */
final class NotDispatched extends HttpServletRequestWrapper {
  private final String filter;
  private final String uri;
  private final String query;
  private final String url;
  private volatile boolean arrived;

  NotDispatched(HttpServletRequest request, String filter) {
    super(request);
    this.filter = filter;
    this.uri = request.getRequestURI();
    this.query = request.getQueryString();
    this.url = request.getRequestURL().toString();
  }

  /** The container has dispatched it, and says where it is. */
  void arrive() {
    arrived = true;
  }

  @Override
  public String getRequestURI() {
    return arrived ? super.getRequestURI() : uri;
  }

  @Override
  public StringBuffer getRequestURL() {
    return arrived ? super.getRequestURL() : new StringBuffer(url);
  }

  @Override
  public String getQueryString() {
    return arrived ? super.getQueryString() : query;
  }

  @Override
  public ServletInputStream getInputStream() {
    throw bypassed();
  }

  @Override
  public BufferedReader getReader() {
    throw bypassed();
  }

  private IllegalStateException bypassed() {
    return new IllegalStateException(
        "filter '" + filter + "' must be mapped for the dispatchers REQUEST and ASYNC");
  }
}
