package org.dharch.benchmarks.scalability;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.dharch.benchmarks.load.DeploymentDescription;
import org.dharch.samples.FormatConversionHandler;
import org.dharch.samples.LoggingHandler;
import org.dharch.samples.MonitoringHandler;
import org.dharch.samples.SampleHandlers;

/** The handlers Logger, Monitor and Format Converter, and their documents. */
final class HandlerDeployment {
  private static final String LOGGER = "<handler name='logger' partial='true'><reads/></handler>";
  private static final String MONITOR =
      "<handler name='monitor' partial='true'><reads/><writes><property name='"
          + MonitoringHandler.COUNT
          + "'/></writes></handler>";
  private static final String CONVERTER =
      "<handler name='converter'><reads><body/></reads><writes><body/></writes></handler>";

  /** Figure 8. */
  static final String SEQUENTIAL = document(LOGGER + MONITOR + CONVERTER);

  /** Figure 9. */
  static final String PARALLEL = document("<stage>" + LOGGER + MONITOR + CONVERTER + "</stage>");

  private HandlerDeployment() {}

  /** Returns the three handlers in their order. */
  static List<SampleHandlers.Spec> all(Path folder) {
    return List.of(
        new SampleHandlers.Spec(
            "logger",
            LoggingHandler.class,
            Map.of("file", folder.resolve("messages.log").toString())),
        new SampleHandlers.Spec("monitor", MonitoringHandler.class, Map.of()),
        new SampleHandlers.Spec("converter", FormatConversionHandler.class, Map.of()));
  }

  /** Returns the document of a node with {@code handler} alone. */
  static String node(SampleHandlers.Spec handler) {
    StringBuilder xml =
        new StringBuilder("<node xmlns='urn:dharch:node:1' name='" + handler.name() + "'>");
    xml.append("<handler name='" + handler.name() + "' class='" + handler.type().getName() + "'>");
    handler
        .parameters()
        .forEach(
            (name, value) ->
                xml.append("<parameter name='" + name + "'>" + value + "</parameter>"));
    return xml.append("</handler></node>").toString();
  }

  private static String document(String constructs) {
    return "<orchestrations xmlns='urn:dharch:orchestration:1'><orchestration name='three'>"
        + constructs
        + "</orchestration><rule orchestration='three' service='"
        + LedgerService.SERVICE
        + "'/></orchestrations>";
  }

  /**
   * Returns the deployment description of DHArch.
   *
   * @param concurrencyLimit the number of concurrent requests
   * @param waitMillis the maximum waiting time of a request
   */
  static String deployment(String orchestration, int concurrencyLimit, long waitMillis) {
    return DeploymentDescription.text(
        Map.of(
            "orchestration",
            orchestration,
            "flow",
            "<flow xmlns='urn:dharch:flow:1'><concurrencyLimit scope='request' size='"
                + concurrencyLimit
                + "'/><waiting limit='"
                + waitMillis
                + "ms'/></flow>",
            "deadline",
            "30s"));
  }
}
