/**
 * WS-Security 1.1 (OASIS) as handlers for a node, based on WSS4J: {@link
 * org.dharch.ws.security.SecurityInHandler} verifies and decrypts, {@link
 * org.dharch.ws.security.SecurityOutHandler} signs and encrypts (docs/security-handlers.md).
 */
package org.dharch.ws.security;
