/**
 * The admin port of a manager or a node (seed 002's status monitor): an HTTP API on loopback, with
 * a token, for programs and for the monitor page, described in docs/monitor.md.
 *
 * <p>{@link org.dharch.monitor.AdminPort} listens; {@link org.dharch.monitor.ManagerPages} and
 * {@link org.dharch.monitor.NodePages} provide the content.
 */
package org.dharch.monitor;
