/**
 * What the gateways of different containers have in common before the first message comes: the
 * parameters that mean the same everywhere, and how a transport, the nodes beside the manager and
 * the orchestration document are found by them. It knows no container; where a container looks for
 * files and classes it says itself.
 */
package org.dharch.core.settings;
