package org.dharch.ws.handlers;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.SplittableRandom;
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
import org.apache.axis2.kernel.http.HTTPConstants;
import org.dharch.axis2.DHArchModule;
import org.dharch.samples.AxisServer;
import org.dharch.testing.Awaits;
import org.dharch.ws.rm.RmSequence;
import org.dharch.ws.rm.SinkSequence;
import org.dharch.ws.rm.SinkState;
import org.dharch.ws.rm.SourceSequence;
import org.dharch.ws.rm.SourceState;
import org.dharch.ws.rm.engine.RmEngine;
import org.dharch.ws.rm.engine.RmSettings;
import org.dharch.ws.rm.store.JdbcRmStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An Axis2 client with a broker of its own, whose messages are sent reliably by the handlers of a
 * node document, on a node in this JVM. What these send themselves goes out by HTTP.
 */
final class RmClient implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RmClient.class);
  static final String ORCHESTRATIONS =
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

  private static final String HANDLERS =
      """
      <handler name="addressing" class="org.dharch.ws.handlers.AddressingHandler">
        <parameter name="version">%s</parameter>
      </handler>
      <handler name="rm-source" class="org.dharch.ws.handlers.RmSourceHandler">
        <parameter name="store">jdbc:sqlite:rm.db</parameter>
        <parameter name="policy">%s</parameter>
        <parameter name="version">%s</parameter>
        <parameter name="offer">%s</parameter>
      </handler>
      <handler name="rm-store" class="org.dharch.ws.handlers.RmStoreHandler">
        <parameter name="store">jdbc:sqlite:rm.db</parameter>
        <parameter name="policy">%2$s</parameter>
      </handler>
      """;

  private final AxisServer axis;
  private final ServiceClient client;
  private final Path folder;

  private RmClient(AxisServer axis, ServiceClient client, Path folder) {
    this.axis = axis;
    this.client = client;
    this.folder = folder;
  }

  /** One that sends again after 300 ms. */
  static RmClient start(
      Path folder, URI target, String rm, String addressing, String soap, boolean offer)
      throws Exception {
    return start(folder, target, rm, addressing, soap, offer, Duration.ofMillis(300));
  }

  /**
   * @param again after how long what is not acknowledged is sent again for the first time
   */
  static RmClient start(
      Path folder,
      URI target,
      String rm,
      String addressing,
      String soap,
      boolean offer,
      Duration again)
      throws Exception {
    String handlers = HANDLERS.formatted(addressing, policy(folder, again), rm, offer);
    return start(folder, target, soap, ORCHESTRATIONS, handlers);
  }

  /** The handlers of 1.1, that policy, and these. */
  static RmClient start(
      Path folder,
      URI target,
      boolean offer,
      Duration again,
      String orchestrations,
      String handlers)
      throws Exception {
    String all = HANDLERS.formatted("2005/08", policy(folder, again), "1.1", offer) + handlers;
    return start(folder, target, "11", orchestrations, all);
  }

  private static Path policy(Path folder, Duration again) throws IOException {
    return Files.writeString(folder.resolve("policy.xml"), POLICY.formatted(again.toMillis()));
  }

  private static RmClient start(
      Path folder, URI target, String soap, String orchestrations, String handlers)
      throws Exception {
    AxisServer axis = AxisServer.create();
    DHArchModule.install(
        axis.context(),
        Map.of(
            "dharch.broker",
            "embedded:tcp://127.0.0.1:0",
            "dharch.orchestration",
            Files.writeString(folder.resolve("client.xml"), orchestrations).toString(),
            "dharch.node",
            RmServer.node(folder, handlers).toString(),
            "dharch.outbound.hosts",
            "127.0.0.1"));
    Awaits.ignoringServerErrors()
        .until(
            () -> !DHArchModule.manager(axis.context()).orElseThrow().status().nodes().isEmpty());
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
    return new RmClient(axis, client, folder);
  }

  private OMElement body(String operation, String child, String text) {
    client.getOptions().setAction(GreeterService.NAMESPACE + ":Greeter:" + operation);
    OMFactory factory = OMAbstractFactory.getOMFactory();
    OMElement body = factory.createOMElement(new QName(GreeterService.NAMESPACE, operation, "g"));
    factory.createOMElement(new QName(child), body).setText(text);
    return body;
  }

  /**
   * CXF holds the request of a message that is not in its turn, and leaves it without an answer if
   * the message comes again meanwhile: this waits for that for two seconds.
   */
  void note(String text) throws Exception {
    OMElement body = body("note", "text", text);
    client.getOptions().setTimeOutInMilliSeconds(2_000);
    client.getOptions().setProperty(HTTPConstants.SO_TIMEOUT, 2_000);
    try {
      client.fireAndForget(body);
    } catch (AxisFault e) {
      LOG.info("the first sending failed: it is sent again", e);
    }
  }

  String greet(String name) throws Exception {
    OMElement answer = client.sendReceive(body("greet", "name", name));
    String output = answer.getFirstElement().getText();
    client.cleanupTransport();
    return output;
  }

  /** Whether no sequence has a message that its sink has not acknowledged. */
  boolean isAllAcknowledged() {
    return isAllAcknowledged(folder.resolve("rm.db"));
  }

  /** The same of any store: a server's has what it has answered. */
  static boolean isAllAcknowledged(Path file) {
    return sequences(file).stream()
        .filter(SourceSequence.class::isInstance)
        .map(SourceSequence.class::cast)
        .allMatch(
            sequence -> sequence.numbers().taken() > 0 && sequence.unacknowledged().isEmpty());
  }

  /** The sequences of a store that have not ended well, at either end. */
  static List<RmSequence> open(Path file) {
    return sequences(file).stream()
        .filter(
            sequence ->
                sequence instanceof SourceSequence source
                    ? source.state() != SourceState.TERMINATED || !source.unacknowledged().isEmpty()
                    : ((SinkSequence) sequence).state() != SinkState.TERMINATED
                        || ((SinkSequence) sequence).counts().held() > 0)
        .toList();
  }

  private static List<RmSequence> sequences(Path file) {
    String url = "jdbc:sqlite:" + file;
    try (JdbcRmStore store =
        JdbcRmStore.openForOperator(url, new Properties(), InstantSource.system(), "visitor", 1)) {
      return new RmEngine(store, RmSettings.DEFAULT, new SplittableRandom(), "visitor")
          .sequences("", 100);
    }
  }

  @Override
  public void close() throws IOException {
    client.cleanup();
    axis.close();
  }
}
