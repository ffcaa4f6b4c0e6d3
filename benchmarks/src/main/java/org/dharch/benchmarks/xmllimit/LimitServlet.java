package org.dharch.benchmarks.xmllimit;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.SQLException;

/** The service in one message form. */
final class LimitServlet extends HttpServlet {
  private static final long serialVersionUID = 1;

  private final transient ServedForm form;
  private final transient LimitOperation work;

  LimitServlet(ServedForm form, LimitOperation work) {
    this.form = form;
    this.work = work;
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    try {
      form.serve(request.getInputStream(), work, response);
    } catch (SQLException e) {
      throw new ServletException(e);
    }
  }
}
