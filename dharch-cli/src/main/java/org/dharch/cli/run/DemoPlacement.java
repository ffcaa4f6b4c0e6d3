package org.dharch.cli.run;

import java.util.List;

/**
 * The placement and the stages of the demo's handlers.
 *
 * @param place where the handlers run
 * @param name in reports, of the orchestration and of the service
 * @param stages the stages in order; the handlers of a stage run in parallel
 */
record DemoPlacement(Place place, String name, List<List<String>> stages)
    implements HandlerArrangement {
  enum Place {
    CHAIN("Axis2's chain"),
    THREADS("threads of this JVM"),
    NODES("node JVMs");

    private final String text;

    Place(String text) {
      this.text = text;
    }

    String text() {
      return text;
    }
  }

  private static final String SEQUENTIAL = "A B C D E";
  private static final String PARALLEL = "A,B,C,D,E";

  static final DemoPlacement CHAIN = of(Place.CHAIN, "axis2-chain", SEQUENTIAL);
  static final DemoPlacement THREADS_SEQUENTIAL =
      of(Place.THREADS, "threads-sequential", SEQUENTIAL);
  static final DemoPlacement THREADS_PARALLEL = of(Place.THREADS, "threads-parallel", PARALLEL);
  static final DemoPlacement NODES_SEQUENTIAL = of(Place.NODES, "nodes-sequential", SEQUENTIAL);
  static final DemoPlacement NODES_PARALLEL = of(Place.NODES, "nodes-parallel", PARALLEL);

  static final List<DemoPlacement> ALL =
      List.of(CHAIN, THREADS_SEQUENTIAL, THREADS_PARALLEL, NODES_SEQUENTIAL, NODES_PARALLEL);

  private static DemoPlacement of(Place place, String name, String stages) {
    return new DemoPlacement(place, name, HandlerArrangement.stages(stages));
  }

  @Override
  public String service() {
    return name;
  }

  @Override
  public boolean distributed() {
    return place != Place.CHAIN;
  }
}
