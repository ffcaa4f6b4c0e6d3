package org.dharch.benchmarks.messaging;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The orchestrations and node documents of DHArch at both ends of an end-to-end exchange. */
final class ReliableDocuments {
  private static final String CLIENT =
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

  private static final String SERVER =
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
        <rule orchestration="reliable-in" service="Greeter"/>
        <rule orchestration="reliable-out" flow="out" service="Greeter"/>
        <rule orchestration="reliable-out" flow="out-fault" service="Greeter"/>
      </orchestrations>
      """;

  private static final String CLIENT_HANDLERS =
      """
      <handler name="rm-source" class="org.dharch.ws.handlers.RmSourceHandler">
        <parameter name="store">%1$s</parameter>
        <parameter name="version">1.1</parameter>
        <parameter name="offer">false</parameter>
      </handler>
      <handler name="rm-store" class="org.dharch.ws.handlers.RmStoreHandler">
        <parameter name="store">%1$s</parameter>
      </handler>
      """;

  private static final String SERVER_HANDLERS =
      """
      <handler name="rm-sink" class="org.dharch.ws.handlers.RmSinkHandler">
        <parameter name="store">%s</parameter>
      </handler>
      """;

  private final Path folder;

  /**
   * @param folder the folder for the documents
   */
  ReliableDocuments(Path folder) {
    this.folder = folder;
  }

  Path clientOrchestrations() throws IOException {
    return Files.writeString(folder.resolve("client.xml"), CLIENT);
  }

  Path serverOrchestrations() throws IOException {
    return Files.writeString(folder.resolve("server.xml"), SERVER);
  }

  /** Writes the node document of the client, which stores its messages in {@code store}. */
  Path clientNode(String store) throws IOException {
    return node("client", CLIENT_HANDLERS.formatted(store));
  }

  /** Writes the node document of the server. */
  Path serverNode(String store) throws IOException {
    return node("server", SERVER_HANDLERS.formatted(store));
  }

  private Path node(String name, String handlers) throws IOException {
    return Files.writeString(
        folder.resolve(name + "-node.xml"),
        "<node xmlns='urn:dharch:node:1' name='"
            + name
            + "'><handler name='addressing' class='org.dharch.ws.handlers.AddressingHandler'/>"
            + handlers
            + "</node>");
  }
}
