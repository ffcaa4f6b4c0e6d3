package org.dharch.hemanager;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.axis2.handlers.addressing.AddressingInHandler;
import org.apache.axis2.handlers.addressing.AddressingOutHandler;
import org.apache.axis2.handlers.addressing.AddressingValidationHandler;
import org.apache.axis2.policies.PolicyHandler;
import org.dharch.core.document.DocumentException;
import org.dharch.core.inprocess.InMemoryTransport;
import org.dharch.hemanager.document.NodeDescription;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Fault A2 and A6: a handler whose class file shows that it needs what a node does not have is
 * refused when the node starts, with its place in the node document.
 */
final class ContainerNeedsTest {
  @TempDir Path folder;

  private HEManager start(String... handlers) throws Exception {
    Path document = NodeDocuments.write(folder, "", handlers);
    return HEManager.start(NodeDescription.read(document, Map.of()), new InMemoryTransport()::node);
  }

  private static String lenient(String name, Class<?> type) {
    return NodeDocuments.handler(name, type).replace("<handler ", "<handler lenient='true' ");
  }

  @Test
  void unavailableHandlersAreRejectedAtStart() {
    DocumentException e =
        assertThrows(
            DocumentException.class,
            () ->
                start(
                    NodeDocuments.handler("transport", ContainerNeeds.Transport.class),
                    NodeDocuments.handler("counter", ContainerNeeds.Counter.class),
                    NodeDocuments.handler("request", ContainerNeeds.ServletRequest.class),
                    NodeDocuments.handler("heir", ContainerNeeds.Heir.class)));
    List<String> output = e.problems().stream().map(p -> p.message()).toList();
    assertEquals(4, output.size(), e.getMessage());
    assertEquals(List.of(2, 3, 4, 5), e.problems().stream().map(p -> p.line()).toList());
    String[] asked = {
      "(MessageContext.getTransportOut)",
      "(ConfigurationContext.setProperty)",
      "(property 'transport.http.servletRequest')",
      "(MessageContext.getEffectivePolicy)"
    };
    for (int i = 0; i < asked.length; i++) {
      assertTrue(output.get(i).contains("cannot run on a node: it needs "), output.get(i));
      assertTrue(
          output.get(i).contains(asked[i] + ", which a node does not have; "), output.get(i));
      assertTrue(output.get(i).contains("lenient='true'"), output.get(i));
    }
  }

  /** Others than Axis2's kernel have handlers in packages of that name, too. */
  @Test
  void moduleHandlerIsCheckedInAnyPackage() {
    DocumentException e =
        assertThrows(
            DocumentException.class,
            () -> start(NodeDocuments.handler("policies", PolicyHandler.class)));
    assertEquals(1, e.problems().size(), e.getMessage());
    assertTrue(e.getMessage().contains("cannot run on a node: it needs policies"), e.getMessage());
  }

  @Test
  void addressingHandlersAreAccepted() throws Exception {
    try (HEManager node =
        start(
            NodeDocuments.handler("in", AddressingInHandler.class),
            NodeDocuments.handler("out", AddressingOutHandler.class),
            NodeDocuments.handler("check", AddressingValidationHandler.class))) {
      assertEquals(List.of("in", "out", "check"), node.status().handlers());
    }
  }

  @Test
  void lenientHandlerStarts() throws Exception {
    try (HEManager node =
        start(
            lenient("transport", ContainerNeeds.Transport.class),
            lenient("counter", ContainerNeeds.Counter.class))) {
      assertEquals(List.of("transport", "counter"), node.status().handlers());
    }
  }
}
