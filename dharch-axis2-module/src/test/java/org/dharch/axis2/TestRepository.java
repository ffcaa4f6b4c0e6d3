package org.dharch.axis2;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes an Axis2 repository as an operator has it: conf, modules, services. */
public final class TestRepository {
  private static final String DEFAULT = "org/apache/axis2/deployment/axis2_default.xml";

  private final Path folder;
  private final Map<String, String> moduleParameters = new LinkedHashMap<>();
  private final StringBuilder services = new StringBuilder();
  private boolean engagedGlobally;
  private boolean childFirst;
  private Optional<String> missingPhase = Optional.empty();
  private String handler = "";
  private final List<InPhase> handlers = new ArrayList<>();
  private String listener = "org.apache.axis2.transport.http.SimpleHTTPServer";

  /** A handler of axis2.xml's own. */
  private record InPhase(String flow, String phase, String handler) {
    String addTo(String xml) {
      int at = xml.indexOf("<phaseOrder type=\"" + flow + "\">");
      String empty = "<phase name=\"" + phase + "\"/>";
      int from = xml.indexOf(empty, at);
      return xml.substring(0, from)
          + empty.replace("/>", ">" + handler + "</phase>")
          + xml.substring(from + empty.length());
    }
  }

  public TestRepository(Path folder) {
    this.folder = folder;
  }

  public TestRepository parameter(String name, String value) {
    moduleParameters.put(name, value);
    return this;
  }

  public TestRepository orchestration(String content) throws Exception {
    Files.writeString(
        folder.resolve("orchestration.xml"),
        "<orchestrations xmlns=\"urn:dharch:orchestration:1\">" + content + "</orchestrations>");
    return parameter("dharch.orchestration", "orchestration.xml");
  }

  public TestRepository engagedGlobally() {
    engagedGlobally = true;
    return this;
  }

  /** Axis2's class loaders of modules and services ask themselves before their parents. */
  public TestRepository childFirst() {
    childFirst = true;
    return this;
  }

  /** An axis2.xml as one writes it who does not know of this phase. */
  TestRepository withoutPhase(String name) {
    missingPhase = Optional.of(name);
    return this;
  }

  /** A handler of the container's own chain, in each flow before DHArch's. */
  public TestRepository inContainer(Class<?> type) {
    handler = "<handler name=\"InContainer\" class=\"" + type.getName() + "\"/>";
    return this;
  }

  /** Puts {@code handler}, an element, into a phase of axis2.xml that is empty. */
  public TestRepository inPhase(String flow, String phase, String handler) {
    handlers.add(new InPhase(flow, phase, handler));
    return this;
  }

  public TestRepository forServlet() {
    listener = "org.apache.axis2.transport.http.AxisServletListener";
    return this;
  }

  /** Drops {@code archive} into the modules folder. */
  public TestRepository module(Path archive) throws Exception {
    Path modules = Files.createDirectories(folder.resolve("modules"));
    Files.copy(archive, modules.resolve(archive.getFileName()));
    return this;
  }

  /** Adds the test service under {@code name}; {@code inside} is for modules and parameters. */
  public TestRepository service(String name, String inside) throws Exception {
    Path meta = Files.createDirectories(folder.resolve("services/" + name + "/META-INF"));
    String inOut = "org.apache.axis2.receivers.RawXMLINOutMessageReceiver";
    String inOnly = "org.apache.axis2.receivers.RawXMLINOnlyMessageReceiver";
    services.setLength(0);
    for (String operation :
        new String[] {"echo", "look", "parts", "data", "fail", "tell", "hold"}) {
      operation(operation, "http://www.w3.org/ns/wsdl/in-out", inOut);
    }
    operation("note", "http://www.w3.org/ns/wsdl/in-only", inOnly);
    Files.writeString(
        meta.resolve("services.xml"),
        "<service name=\""
            + name
            + "\"><parameter name=\"ServiceClass\">org.dharch.axis2.BackendService</parameter>"
            + inside
            + services
            + "</service>");
    return this;
  }

  private void operation(String name, String mep, String receiver) {
    services
        .append("<operation name=\"" + name + "\" mep=\"" + mep + "\">")
        .append("<actionMapping>urn:test:" + name + "</actionMapping>")
        .append("<messageReceiver class=\"" + receiver + "\"/></operation>");
  }

  /** The repository's folder, complete. */
  public Path write() throws Exception {
    Files.createDirectories(folder.resolve("modules"));
    Files.createDirectories(folder.resolve("services"));
    StringBuilder module = new StringBuilder();
    if (childFirst) {
      module.append("<parameter name=\"EnableChildFirstClassLoading\">true</parameter>");
    }
    module.append("<moduleConfig name=\"dharch\">");
    moduleParameters.forEach(
        (name, value) ->
            module.append("<parameter name=\"" + name + "\">" + value + "</parameter>"));
    module.append("</moduleConfig>");
    if (engagedGlobally) {
      module.append("<module ref=\"dharch\"/>");
    }
    String xml;
    try (InputStream in = getClass().getClassLoader().getResourceAsStream(DEFAULT)) {
      xml = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    xml =
        xml.replace("name=\"hotdeployment\">true", "name=\"hotdeployment\">false")
            .replace(
                "\"sendStacktraceDetailsWithFaults\">true",
                "\"sendStacktraceDetailsWithFaults\">false")
            .replace("org.apache.axis2.transport.http.SimpleHTTPServer", listener)
            .replace("<phaseOrder type=\"InFlow\">", module + "<phaseOrder type=\"InFlow\">");
    for (InPhase each : handlers) {
      xml = each.addTo(xml);
    }
    if (!handler.isEmpty()) {
      String phase = "<phase name=\"OpPhase\"";
      String outFault = "<phaseOrder type=\"OutFaultFlow\">";
      xml =
          xml.replace(phase + "/>", phase + ">" + handler + "</phase>")
              .replace(outFault, outFault + "<phase name=\"First\">" + handler + "</phase>");
    }
    if (missingPhase.isPresent()) {
      String phase = "<phase name=\"" + missingPhase.get() + "\"";
      xml = xml.replace(phase, phase.replace("Operation", "Other"));
    }
    Files.createDirectories(folder.resolve("conf"));
    Files.writeString(axis2Xml(), xml);
    return folder;
  }

  Path axis2Xml() {
    return folder.resolve("conf/axis2.xml");
  }
}
