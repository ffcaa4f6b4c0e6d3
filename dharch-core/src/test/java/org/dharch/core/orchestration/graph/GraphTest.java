package org.dharch.core.orchestration.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.dharch.core.message.Direction;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.Choose;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.PropertyCondition;
import org.dharch.core.orchestration.Repeat;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Rule;
import org.junit.jupiter.api.Test;

class GraphTest {
  private static final Orchestrations ORDERS =
      Orchestrations.of(
          List.of(
              Orchestration.of(
                  "orders",
                  Stage.of(
                      HandlerEntry.of("A").mustPerform(false),
                      HandlerEntry.of("B").atomicity(Atomicity.QUASI_ATOMIC).compensator("X"),
                      HandlerEntry.of("L").oneway(true)),
                  Choose.when(PropertyCondition.is("kind", "a\"<b>"), Stage.of("C"))
                      .orWhen(PropertyCondition.present("q"))
                      .otherwise(Stage.of(HandlerEntry.of("D").node("n1"))),
                  Repeat.whilst(PropertyCondition.present("more"), 3, Stage.of("E")),
                  Stage.of(HandlerEntry.of("F").oneway(true)))),
          List.of(Rule.service(Direction.IN, "S", "orders"), Rule.all(Direction.OUT, "orders")));

  @Test
  void asMermaid() {
    assertEquals(
        """
        flowchart TD
          subgraph o0["orders"]
            n0(["message<br/>in, service S<br/>out"])
            n4((" "))
            n5{"choose"}
            n6["C"]
            n7["D<br/>on n1"]
            n8((" "))
            n9{{"repeat at most 3 times"}}
            n10["E"]
            n11["F<br/>oneway"]
            n12(["done"])
            subgraph s0["stage"]
              n1["A<br/>may fail"]
              n2["B<br/>quasi-atomic<br/>compensated by X"]
              n3["L<br/>oneway"]
            end
          end
          n0 --> n1
          n0 --> n2
          n0 -.-> n3
          n1 --> n4
          n2 --> n4
          n4 --> n5
          n5 -->|"kind='a#quot;#lt;b#gt;'"| n6
          n5 -->|"otherwise"| n7
          n6 --> n8
          n5 -->|"q"| n8
          n7 --> n8
          n8 --> n9
          n9 -->|"while more"| n10
          n10 --> n9
          n9 -.->|"then"| n11
          n9 -->|"then"| n12
        """,
        Graph.of(ORDERS).mermaid());
  }

  @Test
  void asDot() {
    assertEquals(
        """
        digraph orchestrations {
          subgraph cluster_o0 {
            label="orders";
            n0 [shape=ellipse, label="message\\nin, service S\\nout"];
            n4 [shape=point, label=""];
            n5 [shape=diamond, label="choose"];
            n6 [shape=box, label="C"];
            n7 [shape=box, label="D\\non n1"];
            n8 [shape=point, label=""];
            n9 [shape=hexagon, label="repeat at most 3 times"];
            n10 [shape=box, label="E"];
            n11 [shape=box, label="F\\noneway"];
            n12 [shape=ellipse, label="done"];
            subgraph cluster_s0 {
              label="stage";
              n1 [shape=box, label="A\\nmay fail"];
              n2 [shape=box, label="B\\nquasi-atomic\\ncompensated by X"];
              n3 [shape=box, label="L\\noneway"];
            }
          }
          n0 -> n1;
          n0 -> n2;
          n0 -> n3 [style=dotted];
          n1 -> n4;
          n2 -> n4;
          n4 -> n5;
          n5 -> n6 [label="kind='a\\"<b>'"];
          n5 -> n7 [label="otherwise"];
          n6 -> n8;
          n5 -> n8 [label="q"];
          n7 -> n8;
          n8 -> n9;
          n9 -> n10 [label="while more"];
          n10 -> n9;
          n9 -> n11 [style=dotted, label="then"];
          n9 -> n12 [label="then"];
        }
        """,
        Graph.of(ORDERS, "orders").dot());
  }

  @Test
  void unknownOrchestrationIsReported() {
    assertEquals(
        "unknown orchestration 'x'; it must be one of [orders]",
        assertThrows(IllegalArgumentException.class, () -> Graph.of(ORDERS, "x")).getMessage());
  }
}
