package org.dharch.axis2.message;

import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.handlers.AbstractHandler;

/** The same handler in the container and on a node: asks everything of everything. */
public final class GetterHandlers {
  static final LinkedBlockingQueue<Map<String, String>> IN_CONTAINER = new LinkedBlockingQueue<>();
  static final LinkedBlockingQueue<Map<String, String>> ON_NODE = new LinkedBlockingQueue<>();

  private GetterHandlers() {}

  /** The container's. */
  public static final class InContainer extends AbstractHandler {
    @Override
    public InvocationResponse invoke(MessageContext context) {
      IN_CONTAINER.add(Getters.of(context));
      return InvocationResponse.CONTINUE;
    }
  }

  /** The node's. */
  public static final class OnNode extends AbstractHandler {
    @Override
    public InvocationResponse invoke(MessageContext context) {
      ON_NODE.add(Getters.of(context));
      return InvocationResponse.CONTINUE;
    }
  }
}
