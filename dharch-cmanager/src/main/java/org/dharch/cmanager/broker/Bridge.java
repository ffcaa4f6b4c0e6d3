package org.dharch.cmanager.broker;

import java.net.URI;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.dharch.cmanager.options.BrokerUris;
import org.dharch.cmanager.options.CManagerException;
import org.dharch.cmanager.options.JmsOptions;
import org.dharch.cmanager.options.KeyFile;
import org.dharch.cmanager.options.KeyRing;
import org.dharch.core.spi.BackgroundThreads;
import org.dharch.core.spi.BridgeState;
import org.dharch.core.text.LoggedError;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects two brokers, such as those of two sites, so that managers at one reach nodes at the
 * other. It is a client of both, with the rights of a manager of their namespace, so neither admits
 * brokers; and it opens one connection, from here to there. It cannot read encrypted frames, and a
 * modified frame is rejected by its receiver.
 *
 * <p>It carries only what is consumed: for each queue with a consumer at one broker it has a
 * consumer at the other, for as long. So a node whose broker, or whose bridge, is lost is lost at
 * the other broker as well, which reports it to its managers at once. Nothing crosses two bridges.
 */
final class Bridge implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Bridge.class);
  private static final LoggedError SURVIVED = new LoggedError(LOG, "bridge");
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

  private final BridgeSide here;
  private final BridgeSide there;
  private final ExecutorService control = BackgroundThreads.of("dharch-bridge", 1);

  private Bridge(BrokerUris here, BrokerUris there, JmsOptions options, String shown) {
    KeyRing.NamespaceKey keys = KeyFile.namespace(options.security().findKeyFile());
    this.here = new BridgeSide("its own broker", here, options, keys, this::onEventLoop);
    this.there = new BridgeSide(shown, there, options, keys, this::onEventLoop);
    this.here.joins(this.there);
    this.there.joins(this.here);
  }

  private void onEventLoop(Runnable work) {
    control.execute(
        () -> {
          try {
            work.run();
          } catch (RuntimeException | Error e) {
            SURVIVED.log(e);
          }
        });
  }

  /**
   * Connects to both, in the background and for ever.
   *
   * @param here a broker of this JVM
   * @param there {@code tcp://}, {@code ssl://} or {@code failover:(…)}
   * @param options for both: user, password, key, stores
   * @throws CManagerException if {@code there} is no address
   */
  static Bridge start(URI here, URI there, JmsOptions options) {
    Bridge bridge =
        new Bridge(
            BrokerUris.of(here, options),
            BrokerUris.of(there, options),
            options,
            BrokerUris.shown(there));
    bridge.there.start();
    bridge.here.start();
    return bridge;
  }

  /** How much it has carried from here. */
  BridgeState.Carried out() {
    return there.carried();
  }

  /** How much it has carried to here. */
  BridgeState.Carried in() {
    return here.carried();
  }

  /**
   * How it is.
   *
   * @param waiting how many messages are in queues of these names at its own broker
   */
  BridgeState state(ToLongFunction<Set<String>> waiting) {
    return new BridgeState(
        there.shown(), isUp(), out(), in(), waiting.applyAsLong(here.takenLast()));
  }

  /** Whether both brokers are there. */
  boolean isUp() {
    return here.isUp() && there.isUp();
  }

  @Override
  public void close() {
    here.close();
    there.close();
    control.shutdown();
    try {
      if (!control.awaitTermination(CLOSE_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn("Bridge not closed in time seconds={}", CLOSE_LIMIT.toSeconds());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
