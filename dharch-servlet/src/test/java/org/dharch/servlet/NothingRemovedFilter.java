package org.dharch.servlet;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;

/** Lets no header be removed from a response, as containers of Servlet 6.0 may. */
final class NothingRemovedFilter implements Filter {
  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    chain.doFilter(
        request,
        new HttpServletResponseWrapper((HttpServletResponse) response) {
          @Override
          public void setHeader(String name, String value) {
            if (value != null) {
              super.setHeader(name, value);
            }
          }
        });
  }
}
