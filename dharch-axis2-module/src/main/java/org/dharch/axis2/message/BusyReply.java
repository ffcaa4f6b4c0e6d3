package org.dharch.axis2.message;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.context.NamedValue;
import org.apache.axis2.engine.Handler.InvocationResponse;
import org.apache.axis2.kernel.OutTransportInfo;
import org.apache.axis2.kernel.TransportUtils;
import org.apache.axis2.kernel.http.HTTPConstants;
import org.apache.axis2.transport.http.ServletBasedOutTransportInfo;
import org.apache.axis2.transport.http.server.AxisHttpResponse;
import org.dharch.axis2.envelope.Faults;
import org.dharch.axis2.envelope.Flows;
import org.dharch.core.message.FaultReply;

/**
 * Sends a temporary fault, such as "busy", with HTTP status 503 and Retry-After, on Axis2's own
 * server and on its servlet. On the servlet it is written directly if no other handler would see
 * it, because under overload Axis2's two extra contexts and log entries per fault are costly.
 * Otherwise Axis2 sends it like every fault. Then the status is set late, because both servers set
 * 500 when the fault flow begins and the servlet's sender sets it again when it writes.
 */
public final class BusyReply {
  private static final int STATUS = 503;
  private static final String HEADER = "Retry-After";
  private static final String PROPERTY = "org.dharch.axis2.busy";

  private BusyReply() {}

  /**
   * Rejects {@code context}'s message for now.
   *
   * @return ABORT if the whole response has been written
   * @throws AxisFault the fault otherwise
   */
  public static InvocationResponse of(MessageContext context, FaultReply reply, Duration retryAfter)
      throws AxisFault {
    if (written(context, reply, retryAfter)) {
      return InvocationResponse.ABORT;
    }
    prepare(context, retryAfter);
    throw Faults.of(context, reply);
  }

  /**
   * Writes the whole response to a servlet's request if Axis2 would write the same.
   *
   * @return whether it was written
   */
  private static boolean written(MessageContext request, FaultReply reply, Duration retryAfter)
      throws AxisFault {
    Object response = request.getProperty(HTTPConstants.MC_HTTP_SERVLETRESPONSE);
    if (response == null
        || !request.isServerSide()
        || request.getFLOW() != MessageContext.IN_FLOW
        || request.isDoingREST()
        || !OutFaultFlow.addsNothing(request)) {
      return false;
    }
    try {
      if (!Servlet.write(response, reply, retryAfter, !request.isSOAP11())) {
        return false;
      }
    } catch (IOException e) {
      throw AxisFault.makeFault(e); // the client has disconnected
    }
    TransportUtils.setResponseWritten(request, true);
    return true;
  }

  /** Marks the request, from which Axis2 creates the context of the fault. */
  private static void prepare(MessageContext context, Duration retryAfter) throws AxisFault {
    MessageContext request = Flows.request(context);
    if (request == null || !request.isServerSide()) {
      return;
    }
    request.setProperty(PROPERTY, STATUS);
    Object headers = request.getProperty(HTTPConstants.HTTP_HEADERS);
    request.setProperty(HTTPConstants.HTTP_HEADERS, with(headers, seconds(retryAfter)));
  }

  private static Object with(Object headers, String seconds) {
    if (headers instanceof List<?> list) {
      List<Object> copy = new ArrayList<>(list);
      copy.add(new NamedValue(HEADER, seconds));
      return copy;
    }
    Map<Object, Object> copy =
        headers instanceof Map<?, ?> map ? new HashMap<>(map) : new HashMap<>();
    copy.put(HEADER, seconds);
    return copy;
  }

  private static String seconds(Duration retryAfter) {
    return Long.toString(FaultReply.retryAfterSeconds(retryAfter));
  }

  /** Sends the fault of {@code context}'s message with this status, wherever it is created. */
  public static void withStatus(MessageContext context, int status) throws AxisFault {
    MessageContext request = Flows.request(context);
    if (request != null && request.isServerSide()) {
      request.setProperty(PROPERTY, status);
    }
  }

  /** Whether no handler changes {@code fault}, for which {@link #isDue}. */
  public static boolean isBusy(MessageContext fault) throws AxisFault {
    return Flows.request(fault).getLocalProperty(PROPERTY).equals(STATUS);
  }

  public static boolean isDue(MessageContext fault) throws AxisFault {
    MessageContext request = Flows.request(fault);
    return request != null && request.getLocalProperty(PROPERTY) != null;
  }

  /** Sets the status where the transport does not overwrite it. */
  public static void send(MessageContext fault) throws AxisFault {
    MessageContext request = Flows.request(fault);
    Object transport = fault.getProperty(Constants.OUT_TRANSPORT_INFO);
    Object response = request.getProperty(HTTPConstants.MC_HTTP_SERVLETRESPONSE);
    int status = (Integer) request.getLocalProperty(PROPERTY);
    try {
      if (response != null) {
        fault.setProperty(Constants.OUT_TRANSPORT_INFO, Servlet.fixed(response, status));
      } else if (transport instanceof OutTransportInfo) {
        Server.set(transport, status);
      }
    } catch (LinkageError e) {
      // a transport other than HTTP has no status
    }
  }

  /** A class of its own because the servlet API is optional. */
  private static final class Servlet {
    static boolean write(Object to, FaultReply reply, Duration retryAfter, boolean soap12)
        throws IOException {
      HttpServletResponse response = (HttpServletResponse) to;
      if (response.isCommitted()) {
        return false;
      }
      byte[] bytes = reply.envelope(soap12).getBytes(StandardCharsets.UTF_8);
      response.setStatus(STATUS);
      response.setHeader(HEADER, seconds(retryAfter));
      response.setContentType((soap12 ? "application/soap+xml" : "text/xml") + "; charset=UTF-8");
      response.setContentLength(bytes.length);
      response.getOutputStream().write(bytes);
      return true;
    }

    static OutTransportInfo fixed(Object response, int fixed) {
      return new ServletBasedOutTransportInfo((HttpServletResponse) response) {
        @Override
        public void setStatus(int status) {
          super.setStatus(fixed);
        }
      };
    }
  }

  /** A class of its own because Axis2's HTTP transport is optional. */
  private static final class Server {
    static void set(Object transport, int status) {
      if (transport instanceof AxisHttpResponse response) {
        response.setStatus(status);
      }
    }
  }
}
