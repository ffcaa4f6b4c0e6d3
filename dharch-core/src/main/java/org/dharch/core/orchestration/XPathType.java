package org.dharch.core.orchestration;

/** The types of XPath 1.0. */
enum XPathType {
  NODES,
  BOOLEAN,
  NUMBER,
  STRING
}
