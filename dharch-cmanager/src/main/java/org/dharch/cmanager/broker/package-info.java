/**
 * The embedded broker, the connection to a broker and its reconnection, bridges between brokers,
 * and the JMS sender.
 */
package org.dharch.cmanager.broker;
