package org.dharch.servlet;

import static org.dharch.testing.Utf8.bytes;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.concurrent.LinkedBlockingQueue;

/** Hands on twice what asks for it by {@code ?twice=}, each time with a body of its own. */
final class TwiceFilter implements Filter {
  /** When. */
  enum Kind {
    /** When the request comes, as a filter does that tries again. */
    COMING,
    /** When it comes back from DHArch, with its handlers done. */
    COMING_BACK,
    /** After it has called startAsync, whatever is thrown. */
    SUSPENDED,
    /** It dispatches what DHArch has suspended. */
    DISPATCHED
  }

  /** What the second time was answered with. */
  static final LinkedBlockingQueue<String> REFUSED = new LinkedBlockingQueue<>();

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    HttpServletRequest http = (HttpServletRequest) request;
    String asked = String.valueOf(http.getQueryString());
    boolean coming = request.getDispatcherType() == DispatcherType.REQUEST;
    if (asked.equals("twice=" + (coming ? Kind.COMING : Kind.COMING_BACK))) {
      chain.doFilter(own(http, "first"), response);
      again(http, response, chain);
    } else if (coming && asked.equals("twice=" + Kind.SUSPENDED)) {
      AsyncContext async = request.startAsync();
      again(http, response, chain);
      again(http, response, chain);
      async.complete();
    } else if (coming && asked.equals("twice=" + Kind.DISPATCHED)) {
      chain.doFilter(own(http, "first"), response);
      try {
        request.getAsyncContext().dispatch();
      } catch (IllegalStateException e) {
        REFUSED.add("" + e.getMessage()); // DHArch was quicker
      }
    } else {
      try {
        chain.doFilter(request, response);
      } catch (ServletException e) {
        REFUSED.add("" + e.getMessage());
        throw e;
      }
    }
  }

  private static void again(HttpServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    try {
      chain.doFilter(own(request, "evil"), response);
    } catch (ServletException e) {
      REFUSED.add("" + e.getMessage());
    }
  }

  private static HttpServletRequest own(HttpServletRequest request, String item) {
    return new OwnBody(request, bytes(OrderCalls.order11(item)));
  }
}
