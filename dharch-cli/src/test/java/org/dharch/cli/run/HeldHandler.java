package org.dharch.cli.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;

/** Says in a folder that it has begun, and ends when it is told so there. Changes nothing. */
public final class HeldHandler implements DHHandler {
  private Path folder;

  /** Node documents make it. */
  public HeldHandler() {}

  /** A node document with it, as handler H. */
  public static String node(Path folder) {
    return "<node xmlns='urn:dharch:node:1' name='holds'><handler name='H' class='"
        + HeldHandler.class.getName()
        + "' version='1.4'><parameter name='folder'>"
        + folder
        + "</parameter></handler></node>";
  }

  @Override
  public void init(Map<String, String> parameters) {
    folder = Path.of(parameters.get("folder"));
  }

  @Override
  public Changes handle(HandlerMessage message) throws Exception {
    Files.writeString(folder.resolve("begun"), "");
    Awaitility.await()
        .atMost(30, TimeUnit.SECONDS)
        .until(() -> Files.exists(folder.resolve("released")));
    return Changes.NONE;
  }
}
