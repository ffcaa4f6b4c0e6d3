package org.dharch.peers.sandesha2;

import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.ConfigurationContextFactory;
import org.apache.sandesha2.policy.SandeshaPolicyBean;
import org.apache.sandesha2.util.SandeshaUtil;

/** An Axis2 1.6.2 with its modules for addressing and reliable messaging. */
final class PeerContext {
  private static final long RETRANSMISSION_MILLIS = 300;

  private PeerContext() {}

  /**
   * Reads the modules.
   *
   * @param repository the folder in whose {@code modules} they are
   */
  static ConfigurationContext create(String repository) throws Exception {
    ConfigurationContext context =
        ConfigurationContextFactory.createConfigurationContextFromFileSystem(repository, null);
    SandeshaPolicyBean policy = SandeshaUtil.getPropertyBean(context.getAxisConfiguration());
    policy.setRetransmissionInterval(RETRANSMISSION_MILLIS);
    policy.setAcknowledgementInterval(RETRANSMISSION_MILLIS);
    policy.setMaximumRetransmissionCount(100);
    policy.setInOrder(true);
    policy.setEnableMakeConnection(false);
    policy.setEnableRMAnonURI(false);
    return context;
  }
}
