/**
 * The parsed node document: the node, its handlers and their versions, its resources and its
 * environment variables. See docs/node-document.md.
 */
package org.dharch.hemanager.document;
