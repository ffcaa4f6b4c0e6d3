package org.dharch.ws.handlers.kill;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The documents of both ends. */
final class ChainDocuments {
  private static final String SOURCE =
      """
      <orchestrations xmlns="urn:dharch:orchestration:1">
        <orchestration name="out" deadline="60s">
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

  private static final String SINK =
      """
      <orchestrations xmlns="urn:dharch:orchestration:1">
        <orchestration name="reliable-in" deadline="60s">
          <handler name="addressing" mayRespond="true"/>
          <handler name="rm-sink" mayRespond="true"/>
        </orchestration>
        <orchestration name="reliable-out">
          <handler name="addressing"/>
          <handler name="rm-sink"/>
        </orchestration>
        <rule orchestration="reliable-in" service="Ledger"/>
        <rule orchestration="reliable-out" flow="out" service="Ledger"/>
        <rule orchestration="reliable-out" flow="out-fault" service="Ledger"/>
      </orchestrations>
      """;

  private static final String POLICY =
      """
      <wsp:Policy xmlns:wsp="http://www.w3.org/ns/ws-policy"
                  xmlns:rm="http://docs.oasis-open.org/ws-rx/wsrmp/200702"
                  xmlns:rm10="http://schemas.xmlsoap.org/ws/2005/02/rm/policy">
        <rm:RMAssertion><rm10:BaseRetransmissionInterval Milliseconds="1000"/></rm:RMAssertion>
      </wsp:Policy>
      """;

  private static final String ADDRESSING =
      "<handler name='addressing' class='org.dharch.ws.handlers.AddressingHandler'/>";

  private ChainDocuments() {}

  static Path source(Path folder) throws IOException {
    return Files.writeString(folder.resolve("source.xml"), SOURCE);
  }

  static Path sink(Path folder) throws IOException {
    return Files.writeString(folder.resolve("sink.xml"), SINK);
  }

  static Path sourceNode(Path folder, String store) throws IOException {
    Path policy = Files.writeString(folder.resolve("policy.xml"), POLICY);
    String common = parameter("store", store) + parameter("policy", policy.toString());
    return node(
        folder,
        "source",
        handler("rm-source", "RmSourceHandler", common)
            + handler("rm-store", "RmStoreHandler", common));
  }

  static Path sinkNode(Path folder, String store) throws IOException {
    return node(
        folder,
        "sink",
        handler(
            "rm-sink",
            "RmSinkHandler",
            parameter("store", store) + parameter("deliveryTime", "5s")));
  }

  private static Path node(Path folder, String name, String handlers) throws IOException {
    return Files.writeString(
        folder.resolve(name + "-node.xml"),
        "<node xmlns='urn:dharch:node:1' name='" + name + "'>" + ADDRESSING + handlers + "</node>");
  }

  private static String handler(String name, String type, String parameters) {
    return "<handler name='"
        + name
        + "' class='org.dharch.ws.handlers."
        + type
        + "'>"
        + parameters
        + "</handler>";
  }

  private static String parameter(String name, String value) {
    return "<parameter name='" + name + "'>" + value + "</parameter>";
  }
}
