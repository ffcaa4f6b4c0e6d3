package org.dharch.core.xpath;

/** The types of XPath 1.0. */
enum XPathType {
  NODES,
  BOOLEAN,
  NUMBER,
  STRING
}
