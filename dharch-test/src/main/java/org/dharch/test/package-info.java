/**
 * For authors of handlers: {@link org.dharch.test.HandlerTester} runs one handler as a node does,
 * {@link org.dharch.test.DHArchExtension} a whole orchestration, with a manager and nodes in
 * memory. Both use the production code of node and manager. See docs/handler-authors.md.
 *
 * <p>Depends on {@code org.dharch.api}, {@code org.dharch.hemanager}, and of the core the manager,
 * its transport in memory, documents, messages, orchestrations, {@code spi} and {@code wire}.
 */
package org.dharch.test;
