package org.dharch.axis2;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.dharch.testing.SoapCalls;

/** MIME messages, written by hand. */
public final class Multipart {
  private static final String BOUNDARY = "MIMEBoundary42";

  private Multipart() {}

  public static byte[] binary(int size) {
    byte[] bytes = new byte[size];
    new Random(42).nextBytes(bytes);
    return bytes;
  }

  /** {@code length:sum}, as the service says it. */
  public static String sum(byte[] bytes) {
    int sum = 0;
    for (byte b : bytes) {
      sum += b & 0xff;
    }
    return bytes.length + ":" + sum;
  }

  public static HttpResponse<String> mtom(
      String url, String operation, String soapType, String envelope, byte[] attachment)
      throws Exception {
    String type =
        "multipart/related; boundary="
            + BOUNDARY
            + "; type=\"application/xop+xml\"; start=\"<root@test>\"; start-info=\""
            + soapType
            + "\"";
    String root = "application/xop+xml; charset=UTF-8; type=\"" + soapType + "\"";
    return post(url, operation, type, root, envelope, attachment);
  }

  public static HttpResponse<String> swa(
      String url, String operation, String envelope, byte[] attachment) throws Exception {
    String type =
        "multipart/related; boundary=" + BOUNDARY + "; type=\"text/xml\"; start=\"<root@test>\"";
    return post(url, operation, type, "text/xml; charset=UTF-8", envelope, attachment);
  }

  private static HttpResponse<String> post(
      String url, String operation, String type, String root, String envelope, byte[] attachment)
      throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    part(out, root, "root@test", envelope.getBytes(StandardCharsets.UTF_8));
    part(out, "application/octet-stream", "data@test", attachment);
    text(out, "--" + BOUNDARY + "--\r\n");
    return SoapCalls.post(url, type, BackendCalls.action(operation), out.toByteArray());
  }

  private static void part(ByteArrayOutputStream out, String type, String id, byte[] content) {
    text(out, "--" + BOUNDARY + "\r\nContent-Type: " + type);
    text(out, "\r\nContent-Transfer-Encoding: binary\r\nContent-ID: <" + id + ">\r\n\r\n");
    out.writeBytes(content);
    text(out, "\r\n");
  }

  private static void text(ByteArrayOutputStream out, String text) {
    out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }
}
