/**
 * Resources of a node document by JNDI, {@code java:comp/env/NAME}, for handlers that know no
 * {@code NodeContext}. The JDK finds {@code java.javaURLContextFactory} by this package's name,
 * which {@code jndi.properties} says; whose resources they are is said by the thread's context
 * class loader, a {@link org.dharch.hemanager.naming.ResourceScope}.
 *
 * <p>May see: the JDK.
 */
package org.dharch.hemanager.naming;
