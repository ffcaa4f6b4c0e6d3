package org.dharch.peers.cxf;

import java.util.List;
import java.util.Map;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.apache.cxf.ws.rm.manager.AcksPolicyType;
import org.apache.cxf.ws.rm.manager.DeliveryAssuranceType;
import org.apache.cxf.ws.rm.manager.DestinationPolicyType;
import org.apache.cxf.ws.rm.manager.RM10AddressingNamespaceType;
import org.apache.cxf.ws.rm.manager.SequenceTerminationPolicyType;
import org.apache.cxf.ws.rm.manager.SourcePolicyType;
import org.apache.cxf.ws.rmp.v200502.RMAssertion;

/** A CXF bus with reliable messaging, configured by the command line. */
final class PeerBus {
  private static final long RETRANSMISSION_MILLIS = Long.getLong("peer.again", 300);
  private static final String SIGNED = "Timestamp Signature";
  private static final Map<String, String> ADDRESSING =
      Map.of(
          "2004", "http://schemas.xmlsoap.org/ws/2004/08/addressing",
          "2005", "http://www.w3.org/2005/08/addressing");
  private static final Map<String, String> RM =
      Map.of(
          "10", "http://schemas.xmlsoap.org/ws/2005/02/rm",
          "11", "http://docs.oasis-open.org/ws-rx/wsrm/200702");

  private PeerBus() {}

  /** Creates the bus. */
  static Bus create() {
    Bus bus = new CXFBusFactory().createBus();
    CXFBusFactory.setDefaultBus(bus);
    return bus;
  }

  /**
   * Signs all outgoing messages, including protocol messages, and accepts only signed ones.
   *
   * @param args those of {@link Security} from {@code from} on; without them this does nothing
   * @param soap 11 or 12
   */
  static void sign(Bus bus, String[] args, int from, String soap) {
    if (args.length > from) {
      Security security = Security.of(args, from);
      security.in(bus, SIGNED);
      security.out(bus, SIGNED, soap.equals("12"));
    }
  }

  /**
   * Returns the features of its endpoints.
   *
   * <p>With the system property {@code peer.declines} a server accepts no sequences for responses;
   * {@code peer.again} is the retransmission interval in milliseconds.
   *
   * @param rm 10 or 11
   * @param addressing 2004 or 2005
   */
  static List<Feature> features(String rm, String addressing) {
    return features(rm, addressing, RETRANSMISSION_MILLIS);
  }

  /**
   * Returns the features of its endpoints.
   *
   * @param retransmissionMillis the retransmission interval
   */
  static List<Feature> features(String rm, String addressing, long retransmissionMillis) {
    RMFeature feature = new RMFeature();
    RMAssertion.BaseRetransmissionInterval interval = new RMAssertion.BaseRetransmissionInterval();
    interval.setMilliseconds(retransmissionMillis);
    RMAssertion.AcknowledgementInterval acks = new RMAssertion.AcknowledgementInterval();
    acks.setMilliseconds(0L);
    RMAssertion assertion = new RMAssertion();
    assertion.setBaseRetransmissionInterval(interval);
    assertion.setAcknowledgementInterval(acks);
    feature.setRMAssertion(assertion);
    feature.setRMNamespace(RM.get(rm));
    feature.setRM10AddressingNamespace(addressingNamespace(addressing));
    DestinationPolicyType destination = new DestinationPolicyType();
    AcksPolicyType policy = new AcksPolicyType();
    policy.setIntraMessageThreshold(0);
    destination.setAcksPolicy(policy);
    destination.setAcceptOffers(!Boolean.getBoolean("peer.declines"));
    feature.setDestinationPolicy(destination);
    DeliveryAssuranceType assurance = new DeliveryAssuranceType();
    assurance.setExactlyOnce(new DeliveryAssuranceType.ExactlyOnce());
    assurance.setInOrder(new DeliveryAssuranceType.InOrder());
    feature.setDeliveryAssurance(assurance);
    SourcePolicyType source = new SourcePolicyType();
    SequenceTerminationPolicyType termination = new SequenceTerminationPolicyType();
    termination.setTerminateOnShutdown(true);
    source.setSequenceTerminationPolicy(termination);
    feature.setSourcePolicy(source);
    return List.of(new WSAddressingFeature(), feature);
  }

  private static RM10AddressingNamespaceType addressingNamespace(String version) {
    var type = new RM10AddressingNamespaceType();
    type.setUri(ADDRESSING.get(version));
    return type;
  }

  static RMManager manager(Bus bus) {
    return bus.getExtension(RMManager.class);
  }
}
