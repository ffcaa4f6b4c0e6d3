/**
 * The health checks of a manager: what is wrong, and what to do about it.
 *
 * <p>{@link org.dharch.monitor.health.Doctor} collects the findings.
 */
package org.dharch.monitor.health;
