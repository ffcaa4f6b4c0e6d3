package org.dharch.axis2.message;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.context.NamedValue;
import org.apache.axis2.handlers.AbstractHandler;
import org.apache.axis2.kernel.http.HTTPConstants;

/** Ordinary Axis2 handlers that live by what stands beside the envelope; for nodes. */
public final class ContextHandlers {
  /** What {@link Doorman} saw. */
  static final LinkedBlockingQueue<String> SEEN = new LinkedBlockingQueue<>();

  private ContextHandlers() {}

  /** Refuses who is named evil, and leaves marks for the service and for the way back. */
  public static final class Doorman extends AbstractHandler {
    @Override
    public InvocationResponse invoke(MessageContext context) throws AxisFault {
      @SuppressWarnings("unchecked")
      Map<String, String> headers =
          (Map<String, String>) context.getProperty(MessageContext.TRANSPORT_HEADERS);
      if ("evil".equals(headers.get("x-user"))) {
        throw new AxisFault("X-User evil is refused");
      }
      SEEN.add(
          context.getProperty(HTTPConstants.HTTP_METHOD)
              + " "
              + context.getProperty(Constants.Configuration.TRANSPORT_IN_URL)
              + " "
              + context.getAxisService().getParameterValue("level")
              + " "
              + context.getAxisOperation().getMessageExchangePattern());
      headers.put("X-Node", "seen");
      headers.remove("X-Secret");
      context.getOperationContext().setProperty("watch.id", 7L);
      return InvocationResponse.CONTINUE;
    }
  }

  /** Of the container: says in a header who is there. */
  public static final class Guard extends AbstractHandler {
    @Override
    @SuppressWarnings("unchecked")
    public InvocationResponse invoke(MessageContext context) {
      if (context.getProperty(MessageContext.TRANSPORT_HEADERS) instanceof Map<?, ?> headers) {
        ((Map<Object, Object>) headers).put("X-Principal", "alice");
      }
      return InvocationResponse.CONTINUE;
    }
  }

  /** Tells the client which mark the in flow left. */
  public static final class Farewell extends AbstractHandler {
    @Override
    public InvocationResponse invoke(MessageContext context) {
      List<NamedValue> sending = new ArrayList<>();
      Object id = context.getOperationContext().getProperty("watch.id");
      sending.add(new NamedValue("X-Watch", String.valueOf(id)));
      context.setProperty(HTTPConstants.HTTP_HEADERS, sending);
      return InvocationResponse.CONTINUE;
    }
  }
}
