package org.dharch.benchmarks.contenders;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads results of contenders as text. Stateless. */
public final class TextResults {
  private TextResults() {}

  /** Returns the result of each process, without line breaks. */
  public static Map<String, String> of(Contenders contenders, String row) throws IOException {
    Map<String, String> texts = new LinkedHashMap<>();
    contenders
        .results(row)
        .forEach(
            (name, bytes) ->
                texts.put(name, new String(bytes, StandardCharsets.UTF_8).replaceAll("\\s+", " ")));
    return texts;
  }
}
