package org.dharch.peers.cxf;

import java.util.ArrayList;
import java.util.List;
import org.apache.cxf.Bus;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.apache.cxf.ws.rm.persistence.jdbc.RMTxStore;

/**
 * A bus whose endpoints use CXF's JDBC store in its fastest configuration: connection and
 * statements are kept, and messages are retransmitted after three seconds only. Its tables have
 * columns of type BLOB, which PostgreSQL knows by another name.
 */
final class StoredBus {
  private static final long RETRANSMISSION_MILLIS = 3_000;

  private final Bus bus = PeerBus.create();
  private final RMTxStore store = new RMTxStore();

  /**
   * Opens the store.
   *
   * @param driver the class of the JDBC driver
   * @param url the JDBC URL of its database
   */
  StoredBus(String driver, String url) {
    store.setDriverClassName(driver);
    store.setUrl(url);
    store.setKeepConnection(true);
    store.init();
  }

  Bus bus() {
    return bus;
  }

  /** Returns the features: WS-RM 1.1 with WS-Addressing 2005/08 and the store. */
  List<Feature> features() {
    List<Feature> features = new ArrayList<>(PeerBus.features("11", "2005", RETRANSMISSION_MILLIS));
    features.stream()
        .filter(RMFeature.class::isInstance)
        .map(RMFeature.class::cast)
        .forEach(feature -> feature.setStore(store));
    return features;
  }
}
