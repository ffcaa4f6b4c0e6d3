package org.dharch.servlet;

import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;

/**
 * A suspended request with the path that it had at the suspension, because Undertow reads the path
 * at the dispatch, after a forward has ended. A service that receives it unwrapped has bypassed the
 * filter, so reading the body throws.
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

  /** Called when the container has dispatched it, so that its own path is current. */
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
