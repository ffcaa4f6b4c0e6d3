package org.dharch.axis2.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.dharch.axis2.DHArchModule;
import org.dharch.axis2.GatewayServer;
import org.dharch.axis2.ServerScenarios;
import org.dharch.axis2.TestRepository;
import org.dharch.testing.Awaits;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.SoapCalls;
import org.junit.jupiter.api.Test;

/**
 * What a node does not have is never silently another: of one and the same message every public
 * getter says on a node what it says in the container, or throws, or is listed here.
 */
class EveryGetterTest extends ServerScenarios {

  /** What differs, as regular expressions, and why; docs/axis2-module.md says so too. */
  private static final Map<String, String> DIFFERENT =
      Map.of(
          ".*\\.getLog(CorrelationID|ID)(String)?\\(\\)",
          "an object's mark in its JVM's logs",
          "AxisConfiguration\\.getKey\\(\\)",
          "the object itself",
          "MessageContext\\.getPropertyNames\\(\\)",
          "names of those that travelled; who asks for another by name is told",
          "OperationContext\\.getProper(ties|tyNames)\\(\\)",
          "DHArch's own marks are not shown",
          "Axis(Service|Operation)\\.getParameters\\(\\)",
          "what Axis2 keeps there for itself is not shown",
          ".*\\.(getParameter|getParameterValue)\\(enableMTOM\\)",
          "what stands in Axis2's own axis2.xml",
          "(MessageContext|Options)\\.getRelat(esTo|ionships)\\(\\)",
          "what relates to a message without an id relates to none");

  private final Set<String> found = new LinkedHashSet<>();

  @Override
  public GatewayServer start(TestRepository repository) throws Exception {
    return GatewayServer.tomcat(repository);
  }

  /** A service with much that is unusual, in a group with another. */
  private void serveRich() throws Exception {
    Files.writeString(
        folder.resolve("node.xml"),
        "<node xmlns='urn:dharch:node:1' name='getters'><handler name='ask'"
            + " class='org.dharch.axis2.message.GetterHandlers$OnNode'/></node>");
    Path meta = Files.createDirectories(folder.resolve("services/RichGroup/META-INF"));
    Files.writeString(
        meta.resolve("services.xml"),
        "<serviceGroup><parameter name='of'>group</parameter>"
            + "<service name='Rich' scope='application' targetNamespace='urn:rich'>"
            + "<description>rich</description><schema schemaNamespace='urn:rich:types'/>"
            + ENGAGED
            + "<parameter name='ServiceClass'>org.dharch.axis2.BackendService</parameter>"
            + "<parameter name='level'>gold</parameter>"
            + operation("look", "in-out", "INOut")
            + operation("fail", "in-out", "INOut")
            + operation("note", "in-only", "INOnly")
            + "</service><service name='Poor'>"
            + "<parameter name='ServiceClass'>org.dharch.axis2.BackendService</parameter>"
            + operation("look", "in-out", "INOut")
            + "</service></serviceGroup>");
    StringBuilder rules = new StringBuilder(orchestration("o", "", "ask"));
    for (String flow : List.of("in", "out", "out-fault")) {
      rules.append("<rule orchestration='o' flow='" + flow + "'/>");
    }
    server =
        start(
            repository(rules.toString())
                .parameter("dharch.node", "node.xml")
                .inContainer(GetterHandlers.InContainer.class));
    Awaits.ignoringServerErrors()
        .until(
            () ->
                DHArchModule.manager(server.context()).orElseThrow().status().nodes().stream()
                    .anyMatch(node -> node.handlers().contains("ask")));
    GetterHandlers.IN_CONTAINER.clear();
    GetterHandlers.ON_NODE.clear();
  }

  private static String operation(String name, String pattern, String receiver) {
    return "<operation name='"
        + name
        + "' mep='http://www.w3.org/ns/wsdl/"
        + pattern
        + "'><actionMapping>urn:rich:"
        + name
        + "</actionMapping><outputActionMapping>urn:rich:answer</outputActionMapping>"
        + "<faultActionMapping faultName='F'>urn:rich:fault</faultActionMapping>"
        + "<messageReceiver class='org.apache.axis2.receivers.RawXML"
        + receiver
        + "MessageReceiver'/></operation>";
  }

  @Test
  void saysTheSameOrThrowsOrIsListed() throws Exception {
    serveRich();
    call("look", EnvelopeText.SOAP11);
    compare("in");
    compare("out");
    call("look", EnvelopeText.SOAP12);
    compare("in");
    compare("out");
    call("note", EnvelopeText.SOAP11);
    compare("one-way");
    call("fail", EnvelopeText.SOAP11);
    compare("in");
    compare("out-fault");
    assertEquals(DIFFERENT.keySet(), found, "what is listed and does not differ");
  }

  private void call(String operation, EnvelopeText envelope) throws Exception {
    String action = "urn:rich:" + operation;
    String text = envelope.of("<t:" + operation + " xmlns:t='urn:rich'>x</t:" + operation + ">");
    String url = server.url("Rich");
    var answer =
        envelope.equals(EnvelopeText.SOAP11)
            ? SoapCalls.post11(url, action, text)
            : SoapCalls.post12(url, action, text);
    assertFalse(answer.statusCode() == 404, answer.body());
  }

  private void compare(String way) throws InterruptedException {
    Map<String, String> container = GetterHandlers.IN_CONTAINER.poll(10, TimeUnit.SECONDS);
    Map<String, String> node = GetterHandlers.ON_NODE.poll(10, TimeUnit.SECONDS);
    assertTrue(container != null && node != null, way + ": " + container + " " + node);
    assertTrue(container.size() > 400, "everything was asked: " + container.size());
    assertEquals(container.keySet(), node.keySet(), way);
    Map<String, String> different = new TreeMap<>();
    container.forEach(
        (getter, there) -> {
          String here = node.get(getter);
          boolean same = here.equals(there) || (isThrown(here) && isThrown(there));
          if (!same && !here.startsWith(Getters.THROWS + Getters.TOLD) && !isListed(getter)) {
            different.put(getter, "in the container " + there + ", on the node " + here);
          }
        });
    assertEquals(Map.of(), different, way);
  }

  private static boolean isThrown(String output) {
    return output.startsWith(Getters.THROWS);
  }

  private boolean isListed(String getter) {
    for (String one : DIFFERENT.keySet()) {
      if (getter.matches(one)) {
        found.add(one);
        return true;
      }
    }
    return false;
  }
}
