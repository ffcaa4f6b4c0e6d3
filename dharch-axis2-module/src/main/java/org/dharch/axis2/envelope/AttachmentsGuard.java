package org.dharch.axis2.envelope;

import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.dharch.core.message.Direction;

/**
 * Content that is not in its envelope. Axis2's JSON receivers ({@code JsonRpcMessageReceiver},
 * {@code JsonInOnlyRPCMessageReceiver}) read a request beside its envelope, which is empty, and
 * their answers have none. Handlers would perform, find nothing to object to, and the service would
 * be given what they did not see. (For other receivers Axis2's {@code JSONMessageHandler} makes an
 * envelope of it, before DHArch's place.)
 */
public final class AttachmentsGuard {
  /** Axis2's {@code JsonConstant}, whose library need not be there. */
  private static final String IS_JSON = "isJsonStream";

  private static final String ANSWER = "returnObject";

  private AttachmentsGuard() {}

  /**
   * Refuses {@code context}'s message, which has handlers, if they would see nothing of it.
   *
   * @throws AxisFault a client's if it comes, else a server's
   */
  public static void refuse(MessageContext context, Direction flow) throws AxisFault {
    boolean beside =
        flow.comes()
            ? Boolean.parseBoolean(String.valueOf(context.getProperty(IS_JSON)))
            : context.getProperty(ANSWER) != null;
    if (beside && isEmpty(context.getEnvelope())) {
      throw Faults.of(
          context,
          Faults.wrong(
              flow,
              "its content is JSON that is not in its envelope, where its handlers would see it;"
                  + " send SOAP, or give the operation a message receiver that reads envelopes"));
    }
  }

  private static boolean isEmpty(SOAPEnvelope envelope) {
    return envelope == null
        || envelope.getBody() == null
        || envelope.getBody().getFirstElement() == null;
  }
}
