package org.dharch.peers.sandesha2;

import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.ConfigurationContextFactory;
import org.apache.axis2.transport.http.HTTPConstants;
import org.apache.commons.httpclient.DefaultHttpMethodRetryHandler;
import org.apache.commons.httpclient.MultiThreadedHttpConnectionManager;
import org.apache.commons.httpclient.params.HttpMethodParams;
import org.apache.sandesha2.policy.SandeshaPolicyBean;
import org.apache.sandesha2.util.SandeshaUtil;

/** An Axis2 1.6.2 with its modules for addressing and reliable messaging. */
final class PeerContext {
  private static final long RETRANSMISSION_MILLIS = 300;

  /** Axis2 gives back the connection of a response only when the client says so; two would do. */
  private static final int MOST_CONNECTIONS = 100;

  private PeerContext() {}

  /**
   * Reads the modules.
   *
   * @param repository the folder in whose {@code modules} they are
   * @param isFetching whether a client without an address fetches its messages
   */
  static ConfigurationContext create(String repository, boolean isFetching) throws Exception {
    ConfigurationContext context =
        ConfigurationContextFactory.createConfigurationContextFromFileSystem(repository, null);
    SandeshaPolicyBean policy = SandeshaUtil.getPropertyBean(context.getAxisConfiguration());
    policy.setRetransmissionInterval(RETRANSMISSION_MILLIS);
    policy.setAcknowledgementInterval(RETRANSMISSION_MILLIS);
    policy.setMaximumRetransmissionCount(100);
    policy.setInOrder(true);
    policy.setEnableMakeConnection(isFetching);
    policy.setEnableRMAnonURI(isFetching);
    sendOnce(context);
    return context;
  }

  /**
   * What is lost is sent again by Sandesha2 alone, not by the HTTP client beneath it: that writes
   * the envelope anew while Sandesha2's own threads take the blocks of the sequence out of it and
   * put others in.
   */
  private static void sendOnce(ConfigurationContext context) {
    MultiThreadedHttpConnectionManager connections = new MultiThreadedHttpConnectionManager();
    connections.getParams().setDefaultMaxConnectionsPerHost(MOST_CONNECTIONS);
    connections.getParams().setMaxTotalConnections(MOST_CONNECTIONS);
    context.setProperty(HTTPConstants.MULTITHREAD_HTTP_CONNECTION_MANAGER, connections);
    HttpMethodParams once = new HttpMethodParams();
    once.setParameter(HttpMethodParams.RETRY_HANDLER, new DefaultHttpMethodRetryHandler(0, false));
    context.setProperty(HTTPConstants.HTTP_METHOD_PARAMS, once);
  }
}
