/**
 * Authentication and authorization of the embedded broker: logins, the commands that each login may
 * send, and bounds on the memory that an unauthenticated client can occupy. See docs/security.md.
 */
package org.dharch.cmanager.guard;
