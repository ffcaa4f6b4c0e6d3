package org.dharch.hemanager.document;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.ServiceLoader;
import java.util.Set;
import org.apache.xmlbeans.XmlObject;
import org.dharch.api.Limits;
import org.dharch.core.document.DocumentException;
import org.dharch.core.document.DocumentException.Problem;
import org.dharch.core.document.XmlDocuments;
import org.dharch.core.message.DHArchException;
import org.dharch.core.spi.BrokerList;
import org.dharch.core.spi.CManagerProvider;
import org.dharch.schema.node.NodeDocument;
import org.dharch.schema.node.NodeHandlerType;
import org.dharch.schema.node.NodeType;
import org.dharch.schema.node.ParameterType;
import org.dharch.schema.node.ResourceType;

/**
 * A node document, with the overrides of the command line.
 *
 * @param source the name of the document in errors
 * @param transport the connection to the managers
 * @param reload whether changed jars are loaded while the node runs
 * @param shared the resources that its handlers share
 * @param journal the file of its execution journal; in memory if empty
 * @param standby whether it hosts only handlers that no other node hosts
 * @param limits the bounds on its handlers' results
 */
public record NodeDescription(
    String source,
    String name,
    Transport transport,
    OptionalInt workers,
    boolean reload,
    Optional<Path> journal,
    boolean standby,
    Limits limits,
    SharedResources shared,
    List<HandlerSpec> handlers) {

  /**
   * The connection to the managers.
   *
   * @param broker absent only if neither the document nor the command line sets it
   * @param options the transport's: user, password and all other overrides
   */
  public record Transport(Optional<URI> broker, Map<String, String> options) {}

  /**
   * The resources that the handlers share.
   *
   * @param folder the folder of jars for resources, visible to every handler
   */
  public record SharedResources(Optional<Path> folder, List<ResourceSpec> resources) {}

  private static final String MAX_PAYLOAD_BYTES = "maxPayloadBytes";

  /** The overrides of the document; all others are the transport's. */
  private static final Set<String> OWN =
      Set.of(
          "broker",
          "user",
          "password",
          "keyFile",
          "encrypt",
          "namespace",
          "link",
          "name",
          MAX_PAYLOAD_BYTES);

  /**
   * Reads {@code document}.
   *
   * @throws DocumentException with every problem
   */
  public static NodeDescription read(Path document, Map<String, String> overrides) {
    NodeType node = XmlDocuments.read(document, NodeDocument.class).getNode();
    List<Problem> problems = new ArrayList<>();
    Optional<String> brokerText =
        override(overrides, "broker", node.isSetBroker() ? node.getBroker() : null);
    Optional<URI> broker = brokerText.flatMap(text -> uri(node, text, problems));
    Optional<Path> folder =
        Optional.ofNullable(node.isSetHandlersFolder() ? node.getHandlersFolder() : null)
            .flatMap(text -> folder(document, node, "handlersFolder", text, problems));
    Optional<Path> sharedFolder =
        Optional.ofNullable(node.isSetSharedFolder() ? node.getSharedFolder() : null)
            .flatMap(text -> folder(document, node, "sharedFolder", text, problems));
    Map<String, String> options = new LinkedHashMap<>();
    override(overrides, "user", node.isSetUser() ? node.getUser() : null)
        .ifPresent(user -> options.put("user", user));
    override(overrides, "password", node.isSetPassword() ? node.getPassword() : null)
        .ifPresent(password -> options.put("password", password));
    override(
            overrides,
            "keyFile",
            node.isSetKeyFile() ? resolved(document, node.getKeyFile()) : null)
        .ifPresent(file -> options.put("keyFile", file));
    override(overrides, "encrypt", String.valueOf(node.getEncrypt()))
        .filter(encrypt -> !encrypt.equals("false"))
        .ifPresent(encrypt -> options.put("encrypt", encrypt));
    override(overrides, "namespace", node.isSetNamespace() ? node.getNamespace() : null)
        .ifPresent(namespace -> options.put("namespace", namespace));
    override(overrides, "link", node.isSetLink() ? node.getLink() : null)
        .ifPresent(link -> options.put("link", link));
    checkTransport(node, broker, options, problems);
    overrides.forEach(
        (name, value) -> {
          if (!OWN.contains(name)) {
            options.put(name, value);
          }
        });
    List<ResourceSpec> resources = new ArrayList<>();
    for (ResourceType resource : node.getResourceArray()) {
      resources.add(ResourceReading.of(resource, problems));
    }
    List<VersionWeights.Entry> entries = new ArrayList<>();
    for (NodeHandlerType handler : node.getHandlerArray()) {
      entries.add(
          new VersionWeights.Entry(
              handler(document, handler, folder, problems),
              handler.isSetWeight() ? OptionalInt.of(handler.getWeight()) : OptionalInt.empty()));
    }
    List<HandlerSpec> handlers = VersionWeights.of(entries, problems);
    Limits limits = limits(node, overrides, problems);
    if (!problems.isEmpty()) {
      throw new DocumentException(document.toString(), problems);
    }
    return new NodeDescription(
        document.toString(),
        overrides.getOrDefault("name", node.getName()),
        new Transport(broker, options),
        node.isSetWorkers() ? OptionalInt.of(node.getWorkers()) : OptionalInt.empty(),
        node.getReload(),
        Optional.ofNullable(node.isSetJournal() ? node.getJournal() : null)
            .map(text -> document.toAbsolutePath().resolveSibling(text).normalize()),
        node.getStandby(),
        limits,
        new SharedResources(sharedFolder, resources),
        handlers);
  }

  private static Limits limits(
      NodeType node, Map<String, String> overrides, List<Problem> problems) {
    String text =
        overrides.getOrDefault(
            MAX_PAYLOAD_BYTES,
            node.isSetMaxPayloadBytes() ? String.valueOf(node.getMaxPayloadBytes()) : "");
    try {
      return text.isEmpty()
          ? Limits.DEFAULT
          : Limits.DEFAULT.maxPayloadBytes(Integer.parseInt(text));
    } catch (IllegalArgumentException e) {
      problems.add(
          XmlDocuments.problem(
              node, MAX_PAYLOAD_BYTES + " must be a whole number from 1 (got '" + text + "')"));
      return Limits.DEFAULT;
    }
  }

  /** Checks what the transport of the class path would reject when the node starts. */
  private static void checkTransport(
      NodeType node, Optional<URI> broker, Map<String, String> options, List<Problem> problems) {
    if (broker.isEmpty() && !options.containsKey("link")) {
      return; // loads no transport
    }
    boolean supported = broker.isEmpty();
    for (CManagerProvider provider : ServiceLoader.load(CManagerProvider.class)) {
      Map<String, String> all = new LinkedHashMap<>(options);
      if (broker.filter(provider::supports).isPresent()) {
        supported = true;
        all.put("broker", broker.get().toString());
      }
      all.forEach(
          (option, value) -> {
            try {
              provider.checkNode(option, value);
            } catch (DHArchException e) {
              problems.add(XmlDocuments.problem(node, e.getMessage()));
            }
          });
    }
    if (!supported) {
      problems.add(
          XmlDocuments.problem(
              node,
              "the scheme of broker must be tcp, ssl, nio, nio+ssl, failover or vm, or of another"
                  + " transport on the class path (got '"
                  + broker.get()
                  + "')"));
    }
  }

  private static Optional<String> override(
      Map<String, String> overrides, String name, String value) {
    return Optional.ofNullable(overrides.getOrDefault(name, value));
  }

  private static String resolved(Path document, String file) {
    return document.toAbsolutePath().resolveSibling(file).normalize().toString();
  }

  private static Optional<URI> uri(NodeType node, String text, List<Problem> problems) {
    try {
      return Optional.of(BrokerList.parse(text));
    } catch (URISyntaxException e) {
      problems.add(
          XmlDocuments.problem(
              node,
              "broker must be a URL such as tcp://host:61616, or several with spaces between (got '"
                  + text
                  + "')"));
      return Optional.empty();
    }
  }

  private static Optional<Path> folder(
      Path document, XmlObject at, String what, String text, List<Problem> problems) {
    Path folder = document.toAbsolutePath().resolveSibling(text).normalize();
    if (Files.isDirectory(folder)) {
      return Optional.of(folder);
    }
    problems.add(
        XmlDocuments.problem(at, what + "='" + text + "' must be a folder (got " + folder + ")"));
    return Optional.empty();
  }

  private static HandlerSpec handler(
      Path document, NodeHandlerType handler, Optional<Path> usual, List<Problem> problems) {
    return new HandlerSpec(
        handler.getName(),
        handler.getClass1(),
        handler.isSetFolder()
            ? folder(document, handler, "folder", handler.getFolder(), problems)
            : usual,
        handler.isSetVersion() ? handler.getVersion() : "",
        0,
        handler.isSetConcurrency() ? OptionalInt.of(handler.getConcurrency()) : OptionalInt.empty(),
        handler.getLenient(),
        parameters(handler.getParameterArray(), problems),
        message -> XmlDocuments.problem(handler, message));
  }

  static Map<String, String> parameters(ParameterType[] elements, List<Problem> problems) {
    Map<String, String> parameters = new LinkedHashMap<>();
    for (ParameterType parameter : elements) {
      if (parameters.put(parameter.getName(), parameter.getStringValue()) != null) {
        problems.add(
            XmlDocuments.problem(
                parameter, "parameter '" + parameter.getName() + "' must be unique"));
      }
    }
    return parameters;
  }
}
