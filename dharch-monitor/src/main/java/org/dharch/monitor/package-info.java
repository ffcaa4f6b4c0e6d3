/**
 * The admin port of a manager or a node (seed 002's status monitor): what it does is asked by HTTP,
 * on loopback, with a token, by a program or in the monitor page. docs/monitor.md describes all.
 *
 * <p>{@link org.dharch.monitor.AdminPort} listens; {@link org.dharch.monitor.ManagerPages} and
 * {@link org.dharch.monitor.NodePages} say what it tells.
 */
package org.dharch.monitor;
