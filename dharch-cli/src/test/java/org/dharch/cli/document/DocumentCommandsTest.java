package org.dharch.cli.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.dharch.cli.CommandRun;
import org.dharch.cli.run.HeldHandler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code validate} and {@code graph}, word by word. */
final class DocumentCommandsTest {
  private static final Path EXAMPLES = Path.of("..", "docs", "examples");

  @TempDir Path folder;

  private static String run(int code, String... args) {
    CommandRun run = CommandRun.of(args);
    assertEquals(code, run.exitCode(), run.err());
    assertEquals("", code == 0 ? run.err() : run.out());
    return code == 0 ? run.out() : run.err();
  }

  private String file(String text) throws Exception {
    return file("f.xml", text);
  }

  private String file(String name, String text) throws Exception {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  @Test
  void examplesAreValid() {
    Path orchestration = EXAMPLES.resolve("orchestration.xml");
    assertEquals(
        orchestration
            + """
            : valid, 2 orchestrations, 3 rules, under a policy of 10 rules
              orders: (?{decompression}|) {decryption,monitoring} {validation} (?{reservation} {billing}|{billing}) {logging}
              answers: 3*({decryption}) {decryption} {logging}
            """,
        run(0, "validate", orchestration.toString()));
    Path policy = EXAMPLES.resolve("policy.xml");
    assertEquals(policy + ": valid, a policy of 10 rules\n", run(0, "validate", policy.toString()));
  }

  @Test
  void flowDocumentIsValid() {
    Path flow = EXAMPLES.resolve("flow.xml");
    assertEquals(
        flow
            + ": valid, a concurrency limit of 20 at first, then 2 to 200 for whole requests, 5000"
            + " places to wait in, at most 10s\n",
        run(0, "validate", flow.toString()));
  }

  @Test
  void classesAreShownWithLearnedSizes() throws Exception {
    assertEquals("No classes in " + folder + "\n", run(0, "classes", "--store", folder.toString()));
    Files.writeString(
        folder.resolve("classes.tsv"),
        "all\t3\t2000000.0\t500000.0\t0.75\nS/op=2\t3\t2000000.0\t500000.0\tNaN\n");
    assertEquals(
        """
        messages  estimate ms  spread ms  correlation  class
        3         2.00         0.50       -            S/op=2
        3         2.00         0.50       0.75         all
        """,
        run(0, "classes", "--store", folder.toString()));
  }

  @Test
  void nodeDocumentIsCheckedWithoutClasses() throws Exception {
    String node =
        file(
            "<node xmlns='urn:dharch:node:1' name='n'><handler name='A' class='no.such.Class'/>"
                + "<handler name='B' class='x.Y'/></node>");
    assertEquals(
        node + ": valid, a node that hosts A, B\n", run(0, "validate", "--no-classes", node));
    String wrong =
        file(
            "<node xmlns='urn:dharch:node:1' name='n' broker=':::'>\n"
                + "<handler name='A' class='a.B'/></node>");
    assertEquals(
        "dharch: "
            + wrong
            + ":1:1: broker must be a URL such as tcp://host:61616, or several with spaces between"
            + " (got ':::')\n",
        run(2, "validate", wrong));
    String versions =
        file(
            """
            <node xmlns='urn:dharch:node:1' name='n'>
            <resource name='d' url='jdbc:x' password='${env:NOT_SET_HERE}'/>
            <handler name='A' class='a.B' version='1'/>
            <handler name='A' class='a.B' version='2' weight='10'/></node>\
            """);
    assertEquals(
        versions + ": valid, a node that hosts A\n", run(0, "validate", "--no-classes", versions));
    String weights =
        file(
            """
            <node xmlns='urn:dharch:node:1' name='n'>
            <resource name='d'/>
            <handler name='A' class='a.B' version='1' weight='10'/></node>\
            """);
    assertEquals(
        "dharch: "
            + weights
            + ":2:1: resource 'd': it must have either url, for a pool of connections, or factory\n"
            + "dharch: "
            + weights
            + ":3:1: handler 'A' version '1': the weights of its versions must sum to 100 (got"
            + " 10)\n",
        run(2, "validate", weights));
  }

  /** {@code node} rejected what {@code validate} had called valid. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "broker='http://h:1' | the scheme of broker must be tcp, ssl, nio, nio+ssl, failover or vm,"
            + " or of another transport on the class path (got 'http://h:1')",
        "broker='embedded:tcp://h:1' | the broker of a node must be tcp:// or ssl:// (got"
            + " 'embedded:tcp://h:1')",
        "broker='tcp://h' | broker 'tcp://h' must have a host and a port from 1 to 65535",
        "broker='failover:(tcp://h:1)?retry=1' | unknown failover option 'retry'; it must be"
            + " randomize or nested.*",
        "broker='tcp://h:1' namespace='a b' | attribute 'namespace' must be a text of the form ",
        "link='nowhere' | link must be "
      })
  void transportOfANodeDocumentIsChecked(String attributes, String problem) throws Exception {
    String node =
        file(
            "<node xmlns='urn:dharch:node:1' name='n' "
                + attributes
                + "><handler name='A' class='a.B'/></node>");
    String expected = "dharch: " + node + ":1:1: ";
    String err = run(2, "validate", "--no-classes", node);
    assertTrue(err.startsWith(expected) && err.contains(problem), err);
    assertEquals(err, run(2, "node", "--config", node, "--admin", "off"));
  }

  /** Once all of it was found when the node was started. */
  @Test
  void validateLoadsClassesLikeNode() throws Exception {
    Files.createDirectories(folder.resolve("jars"));
    String node =
        file(
            "classes.xml",
            "<node xmlns='urn:dharch:node:1' name='n' handlersFolder='jars'>\n"
                + "<handler name='A' class='no.such.Handler'/>\n"
                + "<handler name='B' class='java.lang.String'/>\n"
                + "<handler name='C' class='"
                + HeldHandler.class.getName()
                + "'/></node>");
    String err = run(2, "validate", node);
    List<String> lines = err.lines().toList();
    assertEquals(2, lines.size(), err);
    assertTrue(
        lines
            .get(0)
            .startsWith("dharch: " + node + ":2:1: handler 'A': class no.such.Handler must be "),
        err);
    assertTrue(
        lines
            .get(1)
            .startsWith(
                "dharch: " + node + ":3:1: handler 'B': class java.lang.String must implement"),
        err);
    String right =
        file(
            "right.xml",
            "<node xmlns='urn:dharch:node:1' name='n'><handler name='C' class='"
                + HeldHandler.class.getName()
                + "'/></node>"); // whose init would ask for its folder
    assertEquals(right + ": valid, a node that hosts C\n", run(0, "validate", right));
  }

  @Test
  void similarNamesAreSuggested() throws Exception {
    String attribute =
        file(
            "attribute.xml",
            "<node xmlns='urn:dharch:node:1' name='n' handlersFoldr='x'>"
                + "<handler name='A' class='a.B'/></node>");
    assertTrue(
        run(2, "validate", attribute).contains("; did you mean 'handlersFolder'?"),
        run(2, "validate", attribute));
    String element =
        file(
            "element.xml",
            "<orchestrations xmlns='urn:dharch:orchestration:1'><orchestration name='o'>"
                + "<stge><handler name='A'/></stge></orchestration></orchestrations>");
    assertTrue(
        run(2, "validate", element).contains("; did you mean 'stage'?"),
        run(2, "validate", element));
    CommandRun.of("validat", attribute).assertRefused("; did you mean 'validate'?");
    CommandRun.of("validate", "--no-clases", attribute)
        .assertRefused("; did you mean '--no-classes'?");
    CommandRun.of("failed", "lst").assertRefused("; did you mean 'list'?");
  }

  @Test
  void jsonReportsValidAndInvalidDocuments() throws Exception {
    String right =
        file(
            "b.xml",
            "<orchestrations xmlns='urn:dharch:orchestration:1'><orchestration name='o'>"
                + "<handler name='B'/></orchestration></orchestrations>");
    String wrong = file("c.xml", "<y/>");
    CommandRun run = CommandRun.of("validate", "--json", right, wrong);
    assertEquals(2, run.exitCode());
    assertEquals("", run.err());
    JsonNode output = new ObjectMapper().readTree(run.out());
    assertEquals(right, output.path("valid").path(0).path("file").asText());
    assertEquals("1 orchestration, 0 rules", output.path("valid").path(0).path("what").asText());
    assertEquals("o: {B}", output.path("valid").path(0).path("lines").path(0).asText());
    assertTrue(output.path("problems").path(0).asText().startsWith(wrong + ": the root must be "));
    Files.writeString(folder.resolve("classes.tsv"), "all\t3\t2000000.0\t500000.0\tNaN\n");
    JsonNode classes =
        new ObjectMapper().readTree(run(0, "classes", "--json", "--store", folder.toString()));
    assertEquals(2.0, classes.path("classes").path(0).path("estimate").asDouble());
    assertTrue(classes.path("classes").path(0).path("correlation").isMissingNode());
  }

  /** What each is right for itself may not be together. */
  @Test
  void orchestrationsAndNodesAreCheckedTogether() throws Exception {
    String node =
        file(
            "n.xml",
            "<node xmlns='urn:dharch:node:1' name='n'><handler name='Logger' class='a.B'/></node>");
    String orchestrations =
        file(
            "o.xml",
            "<orchestrations xmlns='urn:dharch:orchestration:1'><orchestration name='o'>"
                + "<stage><handler name='Loger'/></stage></orchestration>"
                + "<rule orchestration='o'/></orchestrations>");
    run(0, "validate", orchestrations);
    CommandRun both = CommandRun.of("validate", "--no-classes", orchestrations, node);
    assertEquals(2, both.exitCode());
    String wrong =
        orchestrations
            + ": handler 'Loger' is hosted by none of these nodes, which host Logger; did you mean"
            + " 'Logger'?";
    assertTrue(both.err().contains(wrong), both.err());
    String other =
        file(
            "m.xml",
            "<node xmlns='urn:dharch:node:1' name='m'><handler name='Loger' class='a.B'/></node>");
    run(0, "validate", "--no-classes", node, orchestrations, other);
  }

  @Test
  void problemsOfAllFilesAreReported() throws Exception {
    String wrong =
        file("a.xml", "<orchestrations xmlns='urn:dharch:orchestration:1'><x/></orchestrations>");
    String node =
        file(
            "n.xml",
            "<node xmlns='urn:dharch:node:1' name='n'><handler name='A' class='a.B'/></node>");
    String right =
        file(
            "b.xml",
            "<orchestrations xmlns='urn:dharch:orchestration:1'><orchestration name='o'>"
                + "<handler name='B'/></orchestration></orchestrations>");
    String other = file("c.xml", "<y/>");
    CommandRun all =
        CommandRun.of("validate", "--no-classes", wrong, node, "/no/such", right, other);
    assertEquals(2, all.exitCode());
    assertTrue(all.out().contains(node + ": valid"), all.out());
    assertTrue(all.out().contains(right + ": valid"), all.out());
    List<String> lines = all.err().lines().toList();
    assertTrue(lines.get(0).startsWith("dharch: " + wrong + ":1:"), all.err());
    assertTrue(lines.contains("dharch: file '/no/such' does not exist"), all.err());
    assertTrue(
        lines.get(lines.size() - 1).startsWith("dharch: " + other + ": the root must be "),
        all.err());
    // B is hosted by none of those that are right; a node that is wrong might
    assertFalse(all.err().contains("is hosted by none"), all.err());
    CommandRun two = CommandRun.of("validate", "--no-classes", right, node, file("d.xml", "<z"));
    assertFalse(two.err().contains("is hosted by none"), two.err());
    String more =
        file(
            "e.xml",
            "<orchestrations xmlns='urn:dharch:orchestration:1'><orchestration name='o'>"
                + "<handler name='C'/></orchestration></orchestrations>");
    String none = CommandRun.of("validate", "--no-classes", right, more, node).err();
    assertEquals(2, none.lines().filter(line -> line.contains("is hosted by none")).count(), none);
  }

  @Test
  void eachErrorIsOneLine() throws Exception {
    String wrong =
        file(
            """
            <orchestrations xmlns="urn:dharch:orchestration:1">
              <orchestration name="a">
                <choose><when test="//p:x"/></choose>
              </orchestration>
              <rule orchestration="b"/>
            </orchestrations>
            """);
    assertEquals(
        "dharch: "
            + wrong
            + ":3:13: test: '//p:x': prefix p is not bound to a namespace; allowed: none, until one"
            + " is declared with xmlns:prefix='namespace'\n"
            + "dharch: "
            + wrong
            + ":5:3: the rule's orchestration must be one of a (got 'b')\n",
        run(2, "validate", wrong));
    String other = file("<x xmlns='urn:y'/>");
    assertEquals(
        "dharch: "
            + other
            + ": the root must be orchestrations in urn:dharch:orchestration:1, policy in"
            + " urn:dharch:policy:1, flow in urn:dharch:flow:1 or node in urn:dharch:node:1 (got"
            + " 'x' in namespace 'urn:y')\n",
        run(2, "validate", other));
    String none = file("<x");
    assertEquals(
        "dharch: "
            + none
            + ":1:3: XML document structures must start and end within the same"
            + " entity\n",
        run(2, "validate", none));
    assertEquals("dharch: file '/no/such' does not exist\n", run(2, "validate", "/no/such"));
  }

  @Test
  void aGraphIsDrawn() throws Exception {
    String file =
        file(
            """
            <orchestrations xmlns="urn:dharch:orchestration:1">
              <orchestration name="a"><stage><handler name="A"/><handler name="B"/></stage></orchestration>
              <orchestration name="b"><handler name="C" oneway="true"/></orchestration>
              <rule orchestration="a" service="S"/>
            </orchestrations>
            """);
    assertEquals(
        """
        flowchart TD
          subgraph o0["a"]
            n0(["message<br/>in, service S"])
            n3((" "))
            n4(["done"])
            subgraph s0["stage"]
              n1["A"]
              n2["B"]
            end
          end
          subgraph o1["b"]
            n5(["message"])
            n6["C<br/>oneway"]
            n7(["done"])
          end
          n0 --> n1
          n0 --> n2
          n1 --> n3
          n2 --> n3
          n3 --> n4
          n5 -.-> n6
          n5 --> n7
        """,
        run(0, "graph", file));
    assertEquals(
        """
        digraph orchestrations {
          subgraph cluster_o0 {
            label="b";
            n0 [shape=ellipse, label="message"];
            n1 [shape=box, label="C\\noneway"];
            n2 [shape=ellipse, label="done"];
          }
          n0 -> n1 [style=dotted];
          n0 -> n2;
        }
        """,
        run(0, "graph", file, "--format", "dot", "--orchestration", "b"));
    assertEquals(
        "dharch: unknown orchestration 'c'; it must be one of [a, b]\n",
        run(2, "graph", file, "--orchestration", "c"));
    assertEquals(
        "dharch: --format must be mermaid or dot (got png)\n",
        run(2, "graph", file, "--format", "png"));
  }
}
