package org.dharch.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import javax.xml.namespace.QName;
import org.dharch.core.document.DocumentException;
import org.dharch.core.document.Durations;
import org.dharch.core.document.XmlDocuments;
import org.dharch.core.flow.FlowControl;
import org.dharch.core.flow.FlowDocument;
import org.dharch.core.flow.WindowScope;
import org.dharch.core.flow.WindowSetting;
import org.dharch.core.orchestration.Orchestrations;
import org.dharch.core.orchestration.Policy;
import org.dharch.hemanager.HEManager;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says whether a document is right, and if not, everything that is wrong in it. */
@Command(
    name = "validate",
    description = {
      "Checks an orchestration, policy, flow or node document, whichever it is.",
      "A node's handler classes are not loaded."
    },
    versionProvider = Version.class)
final class ValidateCommand implements Callable<Integer> {
  private static final QName ORCHESTRATIONS =
      new QName("urn:dharch:orchestration:1", "orchestrations");
  private static final QName POLICY = new QName("urn:dharch:policy:1", "policy");
  private static final QName FLOW = new QName("urn:dharch:flow:1", "flow");
  private static final QName NODE = new QName("urn:dharch:node:1", "node");

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "The document.")
  private Path file;

  @Override
  public Integer call() throws IOException {
    try (DocumentFile document = DocumentFile.of(file)) {
      validate(document, spec.commandLine().getOut());
    }
    return 0;
  }

  private void validate(DocumentFile document, PrintWriter out) {
    Optional<QName> root = document.read(XmlDocuments::root);
    if (root.isEmpty() || root.get().equals(ORCHESTRATIONS)) {
      orchestrations(document, out);
    } else if (root.get().equals(POLICY)) {
      int demands = document.read(Policy::read).rules().size();
      out.println(file + ": right, a policy of " + count(demands, "rule"));
    } else if (root.get().equals(FLOW)) {
      flow(document.read(FlowDocument::read), out);
    } else if (root.get().equals(NODE)) {
      List<String> handlers = document.read(HEManager::check);
      out.println(file + ": right, a node that hosts " + String.join(", ", handlers));
    } else {
      throw new DocumentException(
          file.toString(),
          List.of(
              new DocumentException.Problem(
                  0,
                  0,
                  "its root is '"
                      + root.get().getLocalPart()
                      + "' in namespace '"
                      + root.get().getNamespaceURI()
                      + "'; allowed: orchestrations in urn:dharch:orchestration:1, policy in"
                      + " urn:dharch:policy:1, flow in urn:dharch:flow:1, node in"
                      + " urn:dharch:node:1")));
    }
  }

  private void orchestrations(DocumentFile document, PrintWriter out) {
    Orchestrations read = document.orchestrations();
    out.println(
        file
            + ": right, "
            + count(read.byName().size(), "orchestration")
            + ", "
            + count(read.rules().size(), "rule")
            + (read.policy().equals(Policy.NONE)
                ? ""
                : ", under a policy of " + count(read.policy().rules().size(), "rule")));
    read.byName().forEach((name, one) -> out.println("  " + name + ": " + one.notation()));
  }

  private void flow(FlowControl read, PrintWriter out) {
    WindowSetting window = read.window();
    out.println(
        file
            + ": right, a window of "
            + window.initial()
            + (window.algorithm() == WindowSetting.Algorithm.FIXED
                ? ""
                : " at first, then " + window.min() + " to " + window.max())
            + " for "
            + (read.scope() == WindowScope.REQUEST ? "whole requests" : "handlers")
            + ", "
            + count(read.queueBound(), "place")
            + " to wait in, at most "
            + Durations.text(read.waitingLimit()));
  }

  private static String count(int number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }
}
