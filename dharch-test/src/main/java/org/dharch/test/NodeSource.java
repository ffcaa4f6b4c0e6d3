package org.dharch.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.dharch.core.document.XmlDocuments;
import org.dharch.schema.node.NodeDocument;
import org.dharch.schema.node.NodeHandlerType;
import org.dharch.schema.node.NodeType;
import org.dharch.schema.node.ParameterType;

/** A node document to be started in memory, and its name. Used by one thread. */
final class NodeSource {
  private final NodeDocument document;

  private NodeSource(NodeDocument document) {
    this.document = document;
  }

  /** A node without handlers. */
  static NodeSource named(String name) {
    NodeDocument document = NodeDocument.Factory.newInstance();
    document.addNewNode().setName(name);
    return new NodeSource(document);
  }

  /**
   * Reads a node document without its production settings: its handlers are those of the test's
   * class path, its execution journal is in memory.
   *
   * @throws org.dharch.core.document.DocumentException with all errors in it
   */
  static NodeSource read(Path file) {
    NodeDocument document = XmlDocuments.read(file, NodeDocument.class);
    NodeType node = document.getNode();
    leaveOut(node.isSetBroker(), node::unsetBroker);
    leaveOut(node.isSetUser(), node::unsetUser);
    leaveOut(node.isSetPassword(), node::unsetPassword);
    leaveOut(node.isSetKeyFile(), node::unsetKeyFile);
    leaveOut(node.isSetEncrypt(), node::unsetEncrypt);
    leaveOut(node.isSetLink(), node::unsetLink);
    leaveOut(node.isSetHandlersFolder(), node::unsetHandlersFolder);
    leaveOut(node.isSetJournal(), node::unsetJournal);
    return new NodeSource(document);
  }

  /** Only attributes that are set can be unset. */
  private static void leaveOut(boolean isSet, Runnable unset) {
    if (isSet) {
      unset.run();
    }
  }

  NodeSource workers(int value) {
    document.getNode().setWorkers(value);
    return this;
  }

  NodeSource maxPayloadBytes(int value) {
    document.getNode().setMaxPayloadBytes(value);
    return this;
  }

  /** Adds a handler; set its parameters on the result. */
  NodeHandlerType handler(String name, Class<?> type) {
    NodeHandlerType handler = document.getNode().addNewHandler();
    handler.setName(name);
    handler.setClass1(type.getName());
    return handler;
  }

  static void parameter(NodeHandlerType handler, String name, String value) {
    ParameterType parameter = handler.addNewParameter();
    parameter.setName(name);
    parameter.setStringValue(value);
  }

  String name() {
    return document.getNode().getName();
  }

  /** Writes the document for the node's host. */
  Path write(Path folder) {
    Path file = folder.resolve(name() + ".xml");
    try {
      document.save(file.toFile());
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
