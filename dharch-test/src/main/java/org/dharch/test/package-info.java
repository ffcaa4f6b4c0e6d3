/**
 * For authors of handlers: {@link org.dharch.test.HandlerTester} runs one handler as a node does,
 * {@link org.dharch.test.DHArchExtension} a whole orchestration, with a manager and nodes in
 * memory. Both are made of the parts that run in production: the node's host finds the class and
 * its kind, the manager declares, sends, limits, merges and retries. docs/handler-authors.md shows
 * them.
 *
 * <p>May see: {@code org.dharch.api}, {@code org.dharch.hemanager}, and of the core the manager,
 * its transport in memory, documents, messages, orchestrations, {@code spi} and {@code wire}. A
 * reader begins with {@code Site}.
 */
package org.dharch.test;
