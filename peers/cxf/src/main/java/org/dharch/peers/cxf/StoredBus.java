package org.dharch.peers.cxf;

import java.util.ArrayList;
import java.util.List;
import org.apache.cxf.Bus;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.apache.cxf.ws.rm.persistence.jdbc.RMTxStore;

/**
 * A bus whose endpoints keep their messages in CXF's JDBC store, which is given all that it can
 * make use of: the connection and its statements are kept, messages are sent again after three
 * seconds only. Its tables have columns of type BLOB, which a PostgreSQL knows by another name.
 */
final class StoredBus {
  private static final long RETRANSMISSION_MILLIS = 3_000;

  private final Bus bus = PeerBus.create();
  private final RMTxStore store = new RMTxStore();

  /**
   * Opens the store.
   *
   * @param driver the JDBC driver's class
   * @param url where its database is
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

  /** WS-RM 1.1 with WS-Addressing 2005/08 and the store. */
  List<Feature> features() {
    List<Feature> features = new ArrayList<>(PeerBus.features("11", "2005", RETRANSMISSION_MILLIS));
    features.stream()
        .filter(RMFeature.class::isInstance)
        .map(RMFeature.class::cast)
        .forEach(feature -> feature.setStore(store));
    return features;
  }
}
