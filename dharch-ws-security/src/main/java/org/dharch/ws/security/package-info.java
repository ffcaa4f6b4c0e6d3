/**
 * WS-Security 1.1 (OASIS) as handlers for a node: {@link org.dharch.ws.security.SecurityInHandler}
 * verifies and decrypts, {@link org.dharch.ws.security.SecurityOutHandler} signs and encrypts
 * (docs/security-handlers.md). The cryptography is WSS4J's; what may be asked of it, and what its
 * results are worth, is decided here.
 */
package org.dharch.ws.security;
