package org.dharch.peers.sandesha2;

import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.ConfigurationContextFactory;
import org.apache.axis2.transport.http.HTTPConstants;
import org.apache.commons.httpclient.DefaultHttpMethodRetryHandler;
import org.apache.commons.httpclient.MultiThreadedHttpConnectionManager;
import org.apache.commons.httpclient.params.HttpMethodParams;
import org.apache.sandesha2.policy.SandeshaPolicyBean;
import org.apache.sandesha2.util.SandeshaUtil;

/** Axis2 1.6.2 with its modules for addressing and reliable messaging. */
final class PeerContext {
  private static final long RETRANSMISSION_MILLIS = 300;

  /**
   * Axis2 releases the connection of a response only when the client requests it; two would be
   * sufficient.
   */
  private static final int MAX_CONNECTIONS = 100;

  private PeerContext() {}

  /**
   * Loads the modules.
   *
   * @param repository the folder that contains {@code modules}
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
   * Disables retransmission in the HTTP client, so that only Sandesha2 retransmits. The HTTP client
   * would serialize the envelope again while Sandesha2's threads replace blocks of the sequence in
   * it.
   */
  private static void sendOnce(ConfigurationContext context) {
    MultiThreadedHttpConnectionManager connections = new MultiThreadedHttpConnectionManager();
    connections.getParams().setDefaultMaxConnectionsPerHost(MAX_CONNECTIONS);
    connections.getParams().setMaxTotalConnections(MAX_CONNECTIONS);
    context.setProperty(HTTPConstants.MULTITHREAD_HTTP_CONNECTION_MANAGER, connections);
    HttpMethodParams once = new HttpMethodParams();
    once.setParameter(HttpMethodParams.RETRY_HANDLER, new DefaultHttpMethodRetryHandler(0, false));
    context.setProperty(HTTPConstants.HTTP_METHOD_PARAMS, once);
  }
}
