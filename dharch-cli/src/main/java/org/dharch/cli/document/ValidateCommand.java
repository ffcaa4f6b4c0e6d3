package org.dharch.cli.document;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import javax.xml.namespace.QName;
import org.dharch.cli.base.ErrorLines;
import org.dharch.cli.base.JsonOption;
import org.dharch.cli.base.SeveralErrorsException;
import org.dharch.cli.base.UsageException;
import org.dharch.cli.base.Version;
import org.dharch.core.document.DocumentException;
import org.dharch.core.document.Durations;
import org.dharch.core.document.XmlDocuments;
import org.dharch.core.flow.ConcurrencyLimitScope;
import org.dharch.core.flow.ConcurrencyLimitSetting;
import org.dharch.core.flow.FlowControl;
import org.dharch.core.flow.FlowDocument;
import org.dharch.core.orchestration.Constructs;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Policy;
import org.dharch.core.text.DidYouMean;
import org.dharch.hemanager.HEManager;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "validate",
    description = "Check orchestration, policy, flow and node documents",
    footer = "Example: dharch validate orchestration.xml node.xml",
    versionProvider = Version.class)
public final class ValidateCommand implements Callable<Integer> {
  private static final QName ORCHESTRATIONS =
      new QName("urn:dharch:orchestration:1", "orchestrations");
  private static final QName POLICY = new QName("urn:dharch:policy:1", "policy");
  private static final QName FLOW = new QName("urn:dharch:flow:1", "flow");
  private static final QName NODE = new QName("urn:dharch:node:1", "node");

  @Spec private CommandSpec spec;

  @Option(names = "--no-classes", description = "Do not load handler classes")
  private boolean noClasses;

  @Mixin private JsonOption json;

  @Parameters(paramLabel = "FILE", arity = "1..*", description = "Documents to check")
  private List<Path> files;

  /** The handlers of each orchestration document, to compare with those of all nodes. */
  private final Map<Path, Set<String>> needed = new LinkedHashMap<>();

  private final Set<String> hosted = new TreeSet<>();

  private final List<Exception> wrong = new ArrayList<>();

  private final List<ValidDocument> valid = new ArrayList<>();

  /** A valid document with a summary of its content. */
  private record ValidDocument(Path file, String what, List<String> lines) {}

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    for (Path file : files) {
      try (DocumentFile document = DocumentFile.of(file)) {
        validate(file, document);
      } catch (IOException | RuntimeException e) {
        wrong.add(e);
      }
    }
    if (!hosted.isEmpty() && wrong.isEmpty()) { // the handlers of an invalid node are unknown
      needed.forEach(this::checkHosted);
    }
    if (json.asJson()) {
      print(out);
      return wrong.isEmpty() ? 0 : UsageException.EXIT_CODE;
    }
    for (ValidDocument one : valid) {
      out.println(one.file() + ": valid, " + one.what());
      one.lines().forEach(line -> out.println("  " + line));
    }
    if (!wrong.isEmpty()) {
      throw new SeveralErrorsException(wrong);
    }
    return 0;
  }

  private void print(PrintWriter out) {
    ObjectNode document = JsonOption.object();
    ArrayNode documents = document.putArray("valid");
    for (ValidDocument one : valid) {
      ArrayNode lines =
          documents
              .addObject()
              .put("file", one.file().toString())
              .put("what", one.what())
              .putArray("lines");
      one.lines().forEach(lines::add);
    }
    ArrayNode problems = document.putArray("problems");
    wrong.stream().flatMap(error -> ErrorLines.of(error).stream()).forEach(problems::add);
    JsonOption.print(document, out);
  }

  private void valid(Path file, String what) {
    valid.add(new ValidDocument(file, what, List.of()));
  }

  private void checkHosted(Path orchestrations, Set<String> names) {
    List<DocumentException.Problem> problems =
        names.stream()
            .filter(name -> !hosted.contains(name))
            .map(
                name ->
                    new DocumentException.Problem(
                        0,
                        0,
                        "handler '"
                            + name
                            + "' is hosted by none of these nodes, which host "
                            + String.join(", ", hosted)
                            + DidYouMean.question(name, hosted)))
            .toList();
    if (!problems.isEmpty()) {
      wrong.add(new DocumentException(orchestrations.toString(), problems));
    }
  }

  private void validate(Path file, DocumentFile document) {
    Optional<QName> root = document.read(XmlDocuments::root);
    if (root.isEmpty() || root.get().equals(ORCHESTRATIONS)) {
      orchestrations(file, document);
    } else if (root.get().equals(POLICY)) {
      int demands = document.read(Policy::read).rules().size();
      valid(file, "a policy of " + count(demands, "rule"));
    } else if (root.get().equals(FLOW)) {
      flow(file, document.read(FlowDocument::read));
    } else if (root.get().equals(NODE)) {
      List<String> handlers =
          document.read(it -> noClasses ? HEManager.check(it) : HEManager.checkClasses(it));
      hosted.addAll(handlers);
      valid(file, "a node that hosts " + String.join(", ", handlers));
    } else {
      throw new DocumentException(
          file.toString(),
          List.of(
              new DocumentException.Problem(
                  0,
                  0,
                  "the root must be orchestrations in urn:dharch:orchestration:1, policy in"
                      + " urn:dharch:policy:1, flow in urn:dharch:flow:1 or node in"
                      + " urn:dharch:node:1 (got '"
                      + root.get().getLocalPart()
                      + "' in namespace '"
                      + root.get().getNamespaceURI()
                      + "')")));
    }
  }

  private void orchestrations(Path file, DocumentFile document) {
    Orchestrations read = document.orchestrations();
    String what =
        count(read.byName().size(), "orchestration")
            + ", "
            + count(read.rules().size(), "rule")
            + (read.policy().equals(Policy.NONE)
                ? ""
                : ", under a policy of " + count(read.policy().rules().size(), "rule"));
    List<String> lines = new ArrayList<>();
    read.byName().forEach((name, one) -> lines.add(name + ": " + one.notation()));
    valid.add(new ValidDocument(file, what, lines));
    needed.put(file, needs(read));
  }

  private static Set<String> needs(Orchestrations read) {
    Set<String> names = new TreeSet<>();
    for (Orchestration one : read.byName().values()) {
      Constructs.eachStage(
          one.body(),
          stage ->
              stage
                  .handlers()
                  .forEach(
                      handler -> {
                        names.add(handler.name());
                        handler.failures().compensator().ifPresent(names::add);
                      }));
    }
    return names;
  }

  private void flow(Path file, FlowControl read) {
    ConcurrencyLimitSetting concurrencyLimit = read.concurrencyLimit();
    valid(
        file,
        "a concurrency limit of "
            + concurrencyLimit.initial()
            + (concurrencyLimit.algorithm() == ConcurrencyLimitSetting.Algorithm.FIXED
                ? ""
                : " at first, then " + concurrencyLimit.min() + " to " + concurrencyLimit.max())
            + " for "
            + (read.scope() == ConcurrencyLimitScope.REQUEST ? "whole requests" : "handlers")
            + ", "
            + count(read.queueBound(), "place")
            + " to wait in, at most "
            + Durations.text(read.waitingLimit()));
  }

  private static String count(int number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }
}
