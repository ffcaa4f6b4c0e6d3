package org.dharch.benchmarks.load;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.dharch.axis2.DHArchModule;
import org.dharch.core.DHManager;
import org.dharch.core.flow.JobSizes;

/**
 * The control interface of the host: {@code POST /control/NAME} deploys, {@code GET /control/NAME}
 * returns the statistics of its manager.
 */
final class ControlServlet extends HttpServlet {
  private static final long serialVersionUID = 1;

  private final transient ServiceHost host;

  ControlServlet(ServiceHost host) {
    this.host = host;
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String description =
        new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    host.deploy(request.getPathInfo().substring(1), description);
    response.setStatus(HttpServletResponse.SC_NO_CONTENT);
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Optional<DHManager> manager =
        host.context(request.getPathInfo().substring(1)).flatMap(DHArchModule::manager);
    List<String> lines = new ArrayList<>();
    if (manager.isPresent()) {
      JobSizes sizes = manager.get().jobSizes();
      lines.add(line(sizes.all()) + "\t" + manager.get().status().concurrencyLimit());
      sizes.classes().forEach(each -> lines.add(line(each)));
    }
    response.setContentType("text/plain; charset=UTF-8");
    response.getOutputStream().write(String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
  }

  private static String line(JobSizes.Figures figures) {
    return figures.name()
        + "\t"
        + figures.messages()
        + "\t"
        + figures.meanNanos() / 1e6
        + "\t"
        + figures.correlation();
  }
}
