package org.dharch.benchmarks.ready;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.dharch.benchmarks.contenders.Contenders;
import org.dharch.benchmarks.contenders.PeerModule;
import org.dharch.peers.handlers.SecurityFiles;

/** The contenders whose handlers are compared. */
final class HandlerContenders {
  static final String DHARCH = "DHArch";
  static final String CXF = "CXF";

  /** CXF with WSS4J's streaming instead of its tree API, for WS-Security. */
  static final String STREAMING = "CXF, streaming";

  /** All names, in the order of the table. */
  static final List<String> NAMES = List.of(DHARCH, CXF, STREAMING);

  private HandlerContenders() {}

  /**
   * Makes keys and messages, and starts the contenders.
   *
   * @param folder the folder for all files
   */
  static Contenders start(Path folder) throws Exception {
    new SecuredMessages(new SecurityFiles(folder)).write();
    List<String> options = Contenders.OPTIONS;
    Contenders contenders = new Contenders(folder);
    try {
      String where = folder.toAbsolutePath().toString();
      contenders.start(
          DHARCH, PeerModule.own(options, DHArchHandlers.class.getName(), List.of(where)));
      PeerModule cxf = PeerModule.cxf();
      String main = "org.dharch.peers.cxf.CxfHandlers";
      contenders.start(CXF, cxf.java(options, main, List.of(where, CXF)));
      contenders.start(STREAMING, cxf.java(options, main, List.of(where, STREAMING, "streaming")));
      return contenders;
    } catch (IOException | RuntimeException e) {
      contenders.close();
      throw e;
    }
  }
}
