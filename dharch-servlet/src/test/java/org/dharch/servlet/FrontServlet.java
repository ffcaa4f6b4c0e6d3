package org.dharch.servlet;

import static org.dharch.testing.Utf8.bytes;

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
      case "forwardTwice" -> {
        forward(request, response, to, "first");
        forward(request, response, to, "evil");
      }
      case "startAndForwardTwice" -> {
        request.startAsync(); // and forgets it
        try {
          forward(request, response, to, "first");
        } catch (ServletException | IllegalStateException e) {
          forward(request, response, to, "evil");
        }
      }
      case "ownAsync" -> request.startAsync(own(request, "evil"), response).dispatch(to);
      default -> request.startAsync().dispatch(to);
    }
  }

  private static void forward(
      HttpServletRequest request, HttpServletResponse response, String to, String item)
      throws IOException, ServletException {
    request.getRequestDispatcher(to).forward(own(request, item), response);
  }

  private static HttpServletRequest own(HttpServletRequest request, String item) {
    return new OwnBody(request, bytes(OrderCalls.order11(item)));
  }
}
