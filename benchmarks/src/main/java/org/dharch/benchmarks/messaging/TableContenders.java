package org.dharch.benchmarks.messaging;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.dharch.benchmarks.contenders.Contenders;
import org.dharch.benchmarks.contenders.PeerModule;

/** The contenders of table 1. */
final class TableContenders {
  static final String DHARCH = "DHArch";
  static final String CXF = "CXF";
  static final String SANDESHA2 = "Sandesha2";

  /** All names, in the order of the table. */
  static final List<String> NAMES = List.of(DHARCH, CXF, SANDESHA2);

  private TableContenders() {}

  /**
   * Starts the contenders.
   *
   * @param folder the folder for their files
   */
  static Contenders start(Path folder) throws IOException {
    List<String> options = Contenders.OPTIONS;
    Contenders contenders = new Contenders(folder);
    try {
      contenders.start(
          DHARCH, PeerModule.own(options, DHArchOperations.class.getName(), List.of()));
      contenders.start(
          CXF, PeerModule.cxf().java(options, "org.dharch.peers.cxf.CxfOperations", List.of()));
      PeerModule sandesha2 = PeerModule.sandesha2();
      contenders.start(
          SANDESHA2,
          sandesha2.java(
              options,
              "org.dharch.peers.sandesha2.Sandesha2Operations",
              List.of(sandesha2.target().resolve("repository").toString())));
      return contenders;
    } catch (IOException | RuntimeException e) {
      contenders.close();
      throw e;
    }
  }
}
