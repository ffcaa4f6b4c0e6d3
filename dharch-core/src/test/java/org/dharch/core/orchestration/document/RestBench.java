package org.dharch.core.orchestration.document;

import java.util.Map;
import org.dharch.core.orchestration.Choose;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.XPathCondition;

/** Prints the cost of parsing a rest in microseconds; run by hand. */
final class RestBench {
  private RestBench() {}

  public static void main(String[] args) {
    String small = OrchestrationWriter.rest(Sequence.of(Stage.of("A"), Stage.of("B", "C")));
    String xpath =
        OrchestrationWriter.rest(
            Sequence.of(
                Choose.when(
                        new XPathCondition("//p:order[@n > 3]", Map.of("p", "urn:p")),
                        Stage.of("A", "B"))
                    .otherwise(Stage.of("C"))));
    for (int round = 0; round < 5; round++) {
      System.out.println("small " + micros(small) + " us, with an XPath " + micros(xpath) + " us");
    }
  }

  private static double micros(String xml) {
    int times = 3000;
    long begin = System.nanoTime();
    long read = 0;
    for (int i = 0; i < times; i++) {
      read += OrchestrationDocument.parseRest(xml).parts().size();
    }
    return (System.nanoTime() - begin) / 1000.0 / times + (read > 0 ? 0 : 1);
  }
}
