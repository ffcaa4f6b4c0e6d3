package org.dharch.servlet;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Hands its requests to another path, {@code to}, in the way that {@code by} says. */
public final class FrontServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    String to = request.getParameter("to");
    switch (request.getParameter("by")) {
      case "forward" -> request.getRequestDispatcher(to).forward(request, response);
      case "include" -> request.getRequestDispatcher(to).include(request, response);
      default -> request.startAsync().dispatch(to);
    }
  }
}
