/**
 * Resources of a node document by JNDI, {@code java:comp/env/NAME}, for handlers without a {@code
 * NodeContext}. The JDK finds {@code java.javaURLContextFactory} by this package's name in {@code
 * jndi.properties}. The thread's context class loader, a {@link
 * org.dharch.hemanager.naming.ResourceScope}, selects the resources.
 *
 * <p>Depends only on the JDK.
 */
package org.dharch.hemanager.naming;
