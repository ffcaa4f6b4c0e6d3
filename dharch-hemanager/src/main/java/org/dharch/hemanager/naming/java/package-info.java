/**
 * The JDK looks here for what {@code java:} means.
 *
 * <p>May see: {@code org.dharch.hemanager.naming}.
 */
package org.dharch.hemanager.naming.java;
