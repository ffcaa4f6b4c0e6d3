/**
 * The manager's end of the transport: one link for each broker, the choice between broker and
 * direct link, the intake of emissions, and queries to all managers.
 */
package org.dharch.cmanager.manager;
