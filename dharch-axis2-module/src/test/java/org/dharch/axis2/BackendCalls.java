package org.dharch.axis2;

import java.io.IOException;
import java.net.http.HttpResponse;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.SoapCalls;

/** Requests to {@link BackendService}, whose prefix is t. */
public final class BackendCalls {
  public static final EnvelopeText SOAP11 = EnvelopeText.SOAP11.with("t", BackendService.NS);
  public static final EnvelopeText SOAP12 = EnvelopeText.SOAP12.with("t", BackendService.NS);

  private BackendCalls() {}

  /** SOAP 1.1 with an action of the operation's name. */
  public static HttpResponse<String> call11(String url, String operation, String envelope)
      throws IOException, InterruptedException {
    return SoapCalls.post11(url, action(operation), envelope);
  }

  /** SOAP 1.2 likewise. */
  public static HttpResponse<String> call12(String url, String operation, String envelope)
      throws IOException, InterruptedException {
    return SoapCalls.post12(url, action(operation), envelope);
  }

  public static String action(String operation) {
    return BackendService.NS + ":" + operation;
  }
}
