package org.dharch.servlet;

import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Optional;

/**
 * Where a request's body is read from: the container's stream, or what a filter in front has put in
 * its place. Such filters keep the body in an array, and few of their streams tell a listener of
 * it.
 *
 * @param in what the filter is given
 * @param containers the container's own, if it gives it
 */
record BodySource(ServletInputStream in, Optional<ServletInputStream> containers) {
  static BodySource of(HttpServletRequest request) throws IOException {
    ServletInputStream in = request.getInputStream();
    ServletRequest inner = request;
    while (inner instanceof ServletRequestWrapper wrapper) {
      inner = wrapper.getRequest();
    }
    return new BodySource(in, inner == request ? Optional.of(in) : stream(inner));
  }

  private static Optional<ServletInputStream> stream(ServletRequest request) throws IOException {
    try {
      return Optional.of(request.getInputStream());
    } catch (IllegalStateException e) {
      return Optional.empty(); // it was read as text
    }
  }

  /** Whether all of it is with another filter: what the container had has been read. */
  boolean isInMemory() {
    boolean another = containers.isEmpty() || containers.get() != in;
    return another && (containers.isEmpty() || containers.get().isFinished());
  }
}
