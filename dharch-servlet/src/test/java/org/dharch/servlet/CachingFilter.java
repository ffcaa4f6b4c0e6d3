package org.dharch.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Keeps each request's body in an array, or copies it while it is read, as others' filters do. */
final class CachingFilter implements Filter {
  /** What its stream makes of what a listener needs. */
  enum Kind {
    /** Has the body and says so, and no listener hears of it. */
    ALWAYS_READY,
    /** Has the body and never says so. */
    NEVER_READY,
    /** Has the body, and takes no listener. */
    REFUSING,
    /** Has the body, which it has read as text. */
    TEXT,
    /** Has nothing yet, reads when it is asked, and takes no listener. */
    COPYING,
    /** Has nothing, and lets the container's stream say when there is something. */
    DELEGATING
  }

  private final Kind kind;

  CachingFilter(Kind kind) {
    this.kind = kind;
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (request.getDispatcherType() != DispatcherType.REQUEST) {
      chain.doFilter(request, response);
      return;
    }
    HttpServletRequest http = (HttpServletRequest) request;
    ServletInputStream stream = stream(http);
    chain.doFilter(
        new HttpServletRequestWrapper(http) {
          @Override
          public ServletInputStream getInputStream() {
            return stream;
          }
        },
        response);
  }

  private ServletInputStream stream(HttpServletRequest request) throws IOException {
    return switch (kind) {
      case COPYING, DELEGATING ->
          new Stream(kind, request.getInputStream(), request.getInputStream());
      case TEXT ->
          new Stream(
              kind,
              new ByteArrayInputStream(
                  request.getReader().lines().toList().get(0).getBytes(StandardCharsets.UTF_8)),
              null);
      default ->
          new Stream(kind, new ByteArrayInputStream(request.getInputStream().readAllBytes()), null);
    };
  }

  private static final class Stream extends ServletInputStream {
    private final Kind kind;
    private final InputStream in;
    private final ServletInputStream containers;

    Stream(Kind kind, InputStream in, ServletInputStream containers) {
      this.kind = kind;
      this.in = in;
      this.containers = containers;
    }

    @Override
    public int read() throws IOException {
      return in.read();
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
      return in.read(bytes, from, length);
    }

    @Override
    public boolean isFinished() {
      return kind == Kind.DELEGATING && containers.isFinished();
    }

    @Override
    public boolean isReady() {
      return kind == Kind.DELEGATING
          ? containers.isReady()
          : kind != Kind.NEVER_READY && kind != Kind.TEXT && kind != Kind.COPYING;
    }

    @Override
    public void setReadListener(ReadListener listener) {
      if (kind == Kind.DELEGATING) {
        containers.setReadListener(listener);
      } else if (kind == Kind.REFUSING || kind == Kind.COPYING) {
        throw new UnsupportedOperationException("not here");
      }
    }
  }
}
