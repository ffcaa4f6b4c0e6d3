package org.dharch.ws.handlers;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMAbstractFactory;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMFactory;
import org.apache.axiom.soap.SOAP11Constants;
import org.apache.axiom.soap.SOAP12Constants;
import org.apache.axis2.AxisFault;
import org.apache.axis2.addressing.EndpointReference;
import org.apache.axis2.client.Options;
import org.apache.axis2.client.ServiceClient;
import org.dharch.axis2.DHArchModule;
import org.dharch.core.inprocess.InMemoryProvider;
import org.dharch.core.node.HandlerNode;
import org.dharch.samples.AxisServer;
import org.dharch.testing.Awaits;
import org.dharch.ws.rm.SourceSequence;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An Axis2 client whose messages are sent reliably by handlers on a node in this JVM. */
final class RmClient implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RmClient.class);
  private static final String ORCHESTRATIONS =
      """
      <orchestrations xmlns="urn:dharch:orchestration:1">
        <orchestration name="out" deadline="90s">
          <handler name="addressing"/>
          <handler name="rm-source"/>
          <handler name="rm-store"/>
        </orchestration>
        <orchestration name="in">
          <handler name="addressing"/>
          <handler name="rm-source"/>
        </orchestration>
        <rule orchestration="out" flow="out"/>
        <rule orchestration="in" flow="in"/>
        <rule orchestration="in" flow="in-fault"/>
      </orchestrations>
      """;

  private static final String POLICY =
      """
      <wsp:Policy xmlns:wsp="http://www.w3.org/ns/ws-policy"
                  xmlns:rm="http://docs.oasis-open.org/ws-rx/wsrmp/200702"
                  xmlns:rm10="http://schemas.xmlsoap.org/ws/2005/02/rm/policy">
        <rm:RMAssertion><rm10:BaseRetransmissionInterval Milliseconds="%d"/></rm:RMAssertion>
      </wsp:Policy>
      """;

  private final AxisServer axis;
  private final LoopbackNode context;
  private final HandlerNode node;
  private final ServiceClient client;
  private final RmSourceHandler source;

  private RmClient(
      AxisServer axis,
      LoopbackNode context,
      HandlerNode node,
      ServiceClient client,
      RmSourceHandler source) {
    this.source = source;
    this.axis = axis;
    this.context = context;
    this.node = node;
    this.client = client;
  }

  static RmClient start(
      Path folder, String name, URI target, String rm, String addressing, String soap, int millis)
      throws Exception {
    Path file = Files.writeString(folder.resolve("client.xml"), ORCHESTRATIONS);
    Path policy = Files.writeString(folder.resolve("policy.xml"), POLICY.formatted(millis));
    AxisServer axis = AxisServer.create();
    String broker = "memory:" + name;
    DHArchModule.install(
        axis.context(), Map.of("dharch.broker", broker, "dharch.orchestration", file.toString()));
    LoopbackNode context =
        new LoopbackNode(
            name,
            service -> {
              throw new IllegalStateException("no service is here: " + service);
            });
    Map<String, String> common =
        Map.of("store", "jdbc:sqlite:" + folder.resolve("source.db"), "policy", policy.toString());
    Map<String, String> parameters = new HashMap<>(common);
    parameters.put("version", rm);
    parameters.put("offer", "true");
    RmSourceHandler source = new RmSourceHandler();
    source.init(parameters, context);
    context.tells(source);
    RmStoreHandler store = new RmStoreHandler();
    store.init(common, context);
    AddressingHandler wsa = new AddressingHandler();
    wsa.init(Map.of("version", addressing));
    HandlerNode node =
        HandlerNode.builder(name)
            .handler("addressing", 8, wsa)
            .handler("rm-source", 8, source)
            .handler("rm-store", 8, store)
            .start(new InMemoryProvider().node(URI.create(broker), Map.of()));
    Awaits.besideAServer()
        .until(() -> !DHArchModule.manager(axis.context()).orElseThrow().nodes().isEmpty());
    ServiceClient client = new ServiceClient(axis.context(), null);
    client.engageModule("dharch");
    Options options = new Options();
    options.setTo(new EndpointReference(target.toString()));
    options.setTimeOutInMilliSeconds(90_000);
    options.setSoapVersionURI(
        soap.equals("12")
            ? SOAP12Constants.SOAP_ENVELOPE_NAMESPACE_URI
            : SOAP11Constants.SOAP_ENVELOPE_NAMESPACE_URI);
    client.setOptions(options);
    return new RmClient(axis, context, node, client, source);
  }

  private OMElement body(String operation, String child, String text) {
    client.getOptions().setAction(GreeterService.NAMESPACE + ":Greeter:" + operation);
    OMFactory factory = OMAbstractFactory.getOMFactory();
    OMElement body = factory.createOMElement(new QName(GreeterService.NAMESPACE, operation, "g"));
    factory.createOMElement(new QName(child), body).setText(text);
    return body;
  }

  void note(String text) throws Exception {
    OMElement body = body("note", "text", text);
    try {
      client.fireAndForget(body);
    } catch (AxisFault e) {
      LOG.info("the first sending failed: it is sent again", e);
    }
  }

  String greet(String name) throws Exception {
    OMElement answer = client.sendReceive(body("greet", "name", name));
    String said = answer.getFirstElement().getText();
    client.cleanupTransport();
    return said;
  }

  /** Whether no sequence has a message that its sink has not acknowledged. */
  boolean isAllAcknowledged() {
    return source.rm().site().engine().sequences("", 100).stream()
        .filter(SourceSequence.class::isInstance)
        .map(SourceSequence.class::cast)
        .allMatch(sequence -> sequence.taken() > 0 && sequence.unacknowledged().isEmpty());
  }

  @Override
  public void close() throws IOException {
    client.cleanup();
    axis.close();
    node.close();
    context.close();
  }
}
