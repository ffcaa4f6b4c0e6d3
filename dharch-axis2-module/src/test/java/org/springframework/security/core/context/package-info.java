/** Stands in for Spring Security, which is not among the tests' libraries. */
package org.springframework.security.core.context;
