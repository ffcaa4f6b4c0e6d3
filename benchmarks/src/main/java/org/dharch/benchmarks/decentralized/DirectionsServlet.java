package org.dharch.benchmarks.decentralized;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.apache.axiom.soap.SOAPEnvelope;
import org.dharch.samples.findroute.RouteMessages;

/** The composite service behind DHArch's filter: answers with the result of its handlers. */
final class DirectionsServlet extends HttpServlet {
  private static final long serialVersionUID = 1;

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    SOAPEnvelope envelope = RouteMessages.read(request.getInputStream().readAllBytes());
    String directions =
        envelope.getHeader().getFirstChildWithName(RouteMessages.DIRECTIONS).getText();
    byte[] answer = RouteMessages.answer(directions);
    response.setContentType("text/xml; charset=UTF-8");
    response.setContentLength(answer.length);
    response.getOutputStream().write(answer);
  }
}
