/**
 * WS-Security 1.1 (OASIS) as handlers for a node: {@link org.dharch.ws.security.SecurityInHandler}
 * verifies and decrypts, {@link org.dharch.ws.security.SecurityOutHandler} signs and encrypts
 * (docs/security-handlers.md). WSS4J provides the cryptography. This package restricts its use and
 * evaluates its results.
 */
package org.dharch.ws.security;
