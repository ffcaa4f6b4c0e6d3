package org.dharch.core.orchestration.document;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.dharch.core.document.DocumentException;
import org.dharch.core.document.XmlDocuments;
import org.dharch.core.message.DHArchException;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Policy;
import org.dharch.schema.orchestration.OrchestrationsDocument;
import org.dharch.schema.orchestration.RestDocument;

/**
 * Reads an orchestration document (seed 000, section 3.2), an XML file of the published schema
 * {@code org/dharch/schema/orchestration.xsd}; docs/orchestration.md is its reference. Stateless;
 * safe for any thread.
 */
public final class OrchestrationDocument {
  /** The maximum length of the input of {@link #parseRest}. */
  public static final int MAX_REST_CHARS = 1 << 16;

  private static final String REST = "rest";

  private OrchestrationDocument() {}

  /**
   * The orchestrations that {@code file} describes, under the policy that it names, if any: a file
   * relative to it.
   *
   * @throws org.dharch.core.document.DocumentException with every error, each with line and column
   */
  public static Orchestrations read(Path file) {
    return read(file, name -> Policy.read(file.resolveSibling(name)));
  }

  /**
   * The orchestrations that {@code file} describes.
   *
   * @param policies gives the policy of the name that the document has in its attribute policy
   * @throws org.dharch.core.document.DocumentException with every error, each with line and column
   */
  public static Orchestrations read(Path file, Function<String, Policy> policies) {
    return OrchestrationModel.of(
        file.toString(), XmlDocuments.read(file, OrchestrationsDocument.class), policies);
  }

  /**
   * Returns the orchestrations that {@code xml} describes. It must not name a policy, since it is
   * in no folder.
   *
   * @param source the name of the document in errors
   * @throws org.dharch.core.document.DocumentException with every error, each with line and column
   */
  public static Orchestrations parse(String source, String xml) {
    return parse(
        source,
        xml,
        name -> {
          throw new DHArchException("a relative name requires a document in a file");
        });
  }

  /**
   * Returns the orchestrations that {@code xml} describes.
   *
   * @param source the name of the document in errors
   * @param policies returns the policy for the document's attribute policy; its {@link
   *     DHArchException} becomes one of the errors
   * @throws org.dharch.core.document.DocumentException with every error, each with line and column
   */
  public static Orchestrations parse(String source, String xml, Function<String, Policy> policies) {
    return OrchestrationModel.of(
        source, XmlDocuments.parse(source, xml, OrchestrationsDocument.class), policies);
  }

  /**
   * Parses the sequence by which a handler's result replaces the remaining orchestration of its
   * message: the fragment {@code <rest xmlns="urn:dharch:orchestration:1">…</rest>}, with the
   * content of an orchestration. It may be empty: then no stage remains.
   *
   * @throws org.dharch.core.document.DocumentException with every error, each with line and column
   */
  public static Sequence parseRest(String xml) {
    if (xml.length() > MAX_REST_CHARS) {
      throw new DocumentException(
          REST,
          List.of(
              new DocumentException.Problem(
                  0,
                  0,
                  "must have at most "
                      + MAX_REST_CHARS
                      + " characters (got "
                      + xml.length()
                      + ")")));
    }
    return parseKept(xml);
  }

  /** Like {@link #parseRest}, of any length: for the output of {@link OrchestrationWriter#kept}. */
  public static Sequence parseKept(String xml) {
    return OrchestrationModel.rest(REST, XmlDocuments.parse(REST, xml, RestDocument.class));
  }
}
