package org.dharch.axis2.message;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMElement;
import org.apache.axis2.context.AbstractContext;
import org.apache.axis2.context.MessageContext;
import org.dharch.axis2.BackendService;

/** A service that counts its calls: in its instance, and in the contexts that Axis2 has for it. */
public final class ScopedService {
  static final String GROUP_ID = "ServiceGroupId";
  static final BlockingQueue<String> NOTED = new LinkedBlockingQueue<>();

  private int calls;

  /** Answers with the three counts, and with the id of its session. */
  public OMElement count(OMElement request) {
    MessageContext context = MessageContext.getCurrentMessageContext();
    OMElement answer =
        request.getOMFactory().createOMElement(new QName(BackendService.NS, "answer", "t"));
    answer.setText(counted(context));
    answer.addAttribute("session", String.valueOf(context.getServiceGroupContextId()), null);
    return answer;
  }

  /** One-way. */
  public void note(OMElement request) {
    NOTED.add(counted(MessageContext.getCurrentMessageContext()));
  }

  private synchronized String counted(MessageContext context) {
    return ++calls
        + " "
        + next(context.getServiceContext())
        + " "
        + next(context.getServiceGroupContext());
  }

  private static int next(AbstractContext context) {
    synchronized (context) {
      int now = context.getProperty("count") instanceof Integer before ? before + 1 : 1;
      context.setProperty("count", now);
      return now;
    }
  }
}
