package org.dharch.axis2.message;

import static org.dharch.axis2.BackendCalls.SOAP11;
import static org.dharch.axis2.BackendCalls.SOAP12;
import static org.dharch.axis2.BackendCalls.call11;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.util.concurrent.TimeUnit;
import org.dharch.axis2.BackendService;
import org.dharch.axis2.GatewayHandlers;
import org.dharch.axis2.Multipart;
import org.dharch.axis2.ServerScenarios;
import org.dharch.axis2.TestRepository;
import org.dharch.testing.EnvelopeText;
import org.junit.jupiter.api.Test;

/** What must be so of attachments on every server. */
public abstract class AttachmentScenarios extends ServerScenarios {
  private static final String INCLUDE =
      "<x:Include xmlns:x=\"http://www.w3.org/2004/08/xop/include\" href=\"cid:data@test\"/>";

  private static String parts(EnvelopeText envelope) {
    return envelope.of("<t:parts>quiet<t:data>" + INCLUDE + "</t:data></t:parts>");
  }

  @Test
  void attachmentOfMtomReachesTheServiceAndNoHandler() throws Exception {
    serve("in", "look", "stamp");
    byte[] data = Multipart.binary(100_000);
    HttpResponse<String> answer = Multipart.mtom(echo(), "parts", "text/xml", parts(SOAP11), data);
    assertEquals(200, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains("sum=\"" + Multipart.sum(data) + "\""), answer.body());
    assertTrue(answer.body().contains("binary=\"true\""), answer.body());
    assertTrue(answer.body().contains("stamp=\"S\""), answer.body());
    assertEquals(parts(SOAP11), GatewayHandlers.SEEN.poll(5, TimeUnit.SECONDS).text());
    HttpResponse<String> v12 =
        Multipart.mtom(echo(), "parts", "application/soap+xml", parts(SOAP12), data);
    assertTrue(v12.body().contains("sum=\"" + Multipart.sum(data) + "\""), v12.body());
  }

  @Test
  void attachmentOfMtomSurvivesAChangedBody() throws Exception {
    serve("in", "shout", "look");
    byte[] data = Multipart.binary(100_000);
    HttpResponse<String> answer = Multipart.mtom(echo(), "parts", "text/xml", parts(SOAP11), data);
    assertEquals(200, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains("sum=\"" + Multipart.sum(data) + "\""), answer.body());
    assertTrue(GatewayHandlers.SEEN.poll(5, TimeUnit.SECONDS).text().contains("LOUD"));
  }

  @Test
  void swaAttachmentReachesTheService() throws Exception {
    serve("in", "look", "stamp", "shout");
    byte[] data = Multipart.binary(100_000);
    String envelope = SOAP11.of("<t:parts>quiet</t:parts>");
    HttpResponse<String> answer = Multipart.swa(echo(), "parts", envelope, data);
    assertEquals(200, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains("data@test=" + Multipart.sum(data)), answer.body());
    assertTrue(answer.body().contains("stamp=\"S\""), answer.body());
    assertEquals(envelope, GatewayHandlers.SEEN.poll(5, TimeUnit.SECONDS).text());
  }

  @Test
  void attachmentOfOneWayMessageOutlivesItsRequest() throws Exception {
    serve("in", "stamp");
    byte[] data = Multipart.binary(100_000);
    String envelope = SOAP11.of("<t:note>n</t:note>");
    assertEquals(202, Multipart.swa(echo(), "note", envelope, data).statusCode());
    assertEquals(
        "n|S|data@test=" + Multipart.sum(data), BackendService.NOTES.poll(5, TimeUnit.SECONDS));
  }

  @Test
  void binaryContentOfAResponseStaysAnAttachment() throws Exception {
    TestRepository repository =
        repository(
            orchestration("o", "", "look", "shout") + "<rule orchestration='o' flow='out'/>");
    repository.service("Mtom", ENGAGED + "<parameter name=\"enableMTOM\">true</parameter>");
    serve(repository);
    HttpResponse<String> answer = call11(server.url("Mtom"), "data", SOAP11.of("<t:data/>"));
    assertEquals(200, answer.statusCode(), answer.body());
    String type = answer.headers().firstValue("Content-Type").orElse("");
    assertTrue(type.startsWith("multipart/related"), type);
    assertTrue(answer.body().contains("LOUD"), answer.body());
    assertTrue(answer.body().contains(":Include"), answer.body());
    String seen = GatewayHandlers.SEEN.poll(5, TimeUnit.SECONDS).text();
    assertTrue(seen.contains(":Include"), seen);
    assertTrue(seen.length() < 2000, seen);
  }
}
