package org.dharch.ws.rm.engine;

import java.util.List;
import org.dharch.ws.rm.store.RmStore;

/**
 * A node with its engine, in one life after the other. Its transactions go to the store of its site
 * by way of the simulation, which may have it die before or after each, and lets others come
 * between.
 */
final class SimulatedNode implements RmStore {
  final SimulatedSite site;
  final String name;
  final long clockOffset;
  private final RmSimulation simulation;
  private RmEngine engine;
  private int incarnation;
  private boolean isUp;

  SimulatedNode(RmSimulation simulation, SimulatedSite site, String name, long clockOffset) {
    this.simulation = simulation;
    this.site = site;
    this.name = name;
    this.clockOffset = clockOffset;
    start();
  }

  void start() {
    incarnation++;
    isUp = true;
    engine =
        new RmEngine(this, simulation.settings(), simulation.random(), name + "." + incarnation);
    tick(incarnation);
  }

  private void tick(int of) {
    simulation.at(
        simulation.pause(50, 250),
        this,
        () -> {
          tick(of);
          site.protocol.emit(this, engine.renew(simulation.now() + clockOffset));
          site.protocol.emit(this, engine.due(1 + simulation.random().nextInt(16)));
        });
  }

  void die() {
    simulation.trace(() -> name + " dies");
    isUp = false;
    simulation.fault();
    simulation.disturbed();
    simulation.died();
    simulation.at(simulation.pause(20, 6_000), null, this::start);
  }

  boolean isUp() {
    return isUp;
  }

  int incarnation() {
    return incarnation;
  }

  RmEngine engine() {
    return engine;
  }

  // ---- the store, seen from this node

  @Override
  public <T> T transact(String about, Work<T> work) {
    int of = incarnation;
    T result =
        site.store.transact(
            about,
            transaction -> {
              T done = work.in(transaction);
              simulation.between(this);
              if (of != incarnation || !isUp || simulation.dies()) {
                throw new Crash(); // nothing of it is kept
              }
              return done;
            });
    simulation.committed(site, about);
    if (simulation.dies()) {
      throw new Crash(); // all of it is kept, and nothing of what was to follow is done
    }
    return result;
  }

  @Override
  public List<String> lease(String node, long millis, int limit) {
    List<String> leased = site.store.lease(node, millis, limit);
    if (!leased.isEmpty() && simulation.dies()) {
      throw new Crash();
    }
    return leased;
  }

  @Override
  public void close() {}

  @Override
  public String toString() {
    return name;
  }
}
