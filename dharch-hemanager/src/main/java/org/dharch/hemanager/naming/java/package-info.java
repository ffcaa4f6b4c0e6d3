/**
 * The implementation of {@code java:} names, found by the JDK.
 *
 * <p>Depends only on {@code org.dharch.hemanager.naming}.
 */
package org.dharch.hemanager.naming.java;
