package org.dharch.cli.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.dharch.cli.base.TempFolder;

/** A sample of {@code serve} for one page of the documentation on WS-*. */
enum ServedSample {
  /** Reliable messaging. */
  rm(
      "rm.md",
      "http://docs.oasis-open.org/ws-rx/wsrm/200702/*"
          + " http://docs.oasis-open.org/ws-rx/wsmc/200702/*") {
    @Override
    List<SampleCall> calls(URI subscriber) {
      String action = "http://docs.oasis-open.org/ws-rx/wsrm/200702/CreateSequence";
      return List.of(
          new SampleCall(
              action,
              addressing("http://www.w3.org/2005/08/addressing", action),
              "<r:CreateSequence xmlns:r=\"http://docs.oasis-open.org/ws-rx/wsrm/200702\">"
                  + "<r:AcksTo><Address xmlns=\"http://www.w3.org/2005/08/addressing\">"
                  + "http://www.w3.org/2005/08/addressing/anonymous</Address></r:AcksTo>"
                  + "</r:CreateSequence>"));
    }

    @Override
    List<String> hints(TempFolder folder) {
      return List.of("dharch rm list --store jdbc:sqlite:" + folder.path().resolve("rm.db"));
    }
  },

  /** WS-Eventing. */
  eventing("eventing.md", "http://schemas.xmlsoap.org/ws/2004/08/eventing/*") {
    @Override
    List<SampleCall> calls(URI subscriber) {
      String action = "http://schemas.xmlsoap.org/ws/2004/08/eventing/Subscribe";
      return List.of(
          new SampleCall(
              action,
              addressing("http://schemas.xmlsoap.org/ws/2004/08/addressing", action),
              "<v:Subscribe xmlns:v=\"http://schemas.xmlsoap.org/ws/2004/08/eventing\"><v:Delivery>"
                  + "<v:NotifyTo><Address"
                  + " xmlns=\"http://schemas.xmlsoap.org/ws/2004/08/addressing\">"
                  + subscriber
                  + "</Address></v:NotifyTo></v:Delivery></v:Subscribe>"),
          SampleCall.STANDARD);
    }

    @Override
    List<String> hints(TempFolder folder) {
      return List.of(
          "dharch eventing list --store jdbc:sqlite:" + folder.path().resolve("eventing.db"));
    }
  },

  /** Resource properties. */
  resources("resource-properties.md", "http://docs.oasis-open.org/wsrf/*") {
    @Override
    List<SampleCall> calls(URI subscriber) {
      String id = "<ResourceId xmlns=\"urn:dharch:resource:1\">roof</ResourceId>";
      return List.of(
          new SampleCall(SampleCall.STANDARD.action(), id, SampleCall.STANDARD.body()),
          new SampleCall(
              "http://docs.oasis-open.org/wsrf/rpw-2/GetResourceProperty/GetResourcePropertyRequest",
              id,
              "<p:GetResourceProperty xmlns:p=\"http://docs.oasis-open.org/wsrf/rp-2\""
                  + " xmlns:s=\"urn:dharch:samples\">s:process</p:GetResourceProperty>"));
    }
  },

  /** WS-Security. */
  security("security-handlers.md", "") {
    @Override
    List<SampleCall> calls(URI subscriber) {
      String wss = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-";
      String token =
          "<w:Security xmlns:w=\""
              + wss
              + "wssecurity-secext-1.0.xsd\"><w:UsernameToken><w:Username>alice</w:Username>"
              + "<w:Password Type=\""
              + wss
              + "username-token-profile-1.0#PasswordText\">PASSWORD</w:Password>"
              + "</w:UsernameToken></w:Security>";
      SampleCall call = SampleCall.STANDARD;
      return List.of(
          new SampleCall(call.action(), token.replace("PASSWORD", PASSWORD), call.body()),
          new SampleCall(call.action(), token.replace("PASSWORD", "guess"), call.body()));
    }
  };

  private static final String PASSWORD = "wonderland";

  private final String page;
  private final String protocolActions;

  ServedSample(String page, String protocolActions) {
    this.page = page;
    this.protocolActions = protocolActions;
  }

  /** The page of the documentation. */
  String page() {
    return page;
  }

  /** The actions that are for handlers, although they are no operations of the service. */
  String protocolActions() {
    return protocolActions;
  }

  /**
   * The requests that show the sample.
   *
   * @param subscriber where events are sent to
   */
  abstract List<SampleCall> calls(URI subscriber);

  /** Commands that show its state. */
  List<String> hints(TempFolder folder) {
    return List.of();
  }

  Path orchestration(TempFolder folder) throws IOException {
    return folder.write("orchestration.xml", text("orchestration"));
  }

  /** Writes the node document and the files that it names. */
  Path node(TempFolder folder, URI endpoint) throws IOException {
    folder.write("users.properties", "alice=" + PASSWORD + "\n");
    folder.write("resource.xml", "<s:resource xmlns:s=\"urn:dharch:samples\"/>\n");
    return folder.write(
        name() + ".xml",
        text("node")
            .replace("FOLDER", folder.path().toString())
            .replace("ENDPOINT", endpoint.toString()));
  }

  private String text(String kind) {
    String file = name() + "-" + kind + ".xml";
    try (InputStream in = ServedSample.class.getResourceAsStream(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(file, e);
    }
  }

  private static String addressing(String namespace, String action) {
    return "<a:Action xmlns:a=\""
        + namespace
        + "\">"
        + action
        + "</a:Action><a:MessageID xmlns:a=\""
        + namespace
        + "\">urn:uuid:6d0c2e2c-4f3c-4d38-9c1e-6f0a4a3c7a11</a:MessageID>";
  }
}
