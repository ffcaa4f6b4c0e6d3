/** Resources that handlers share: JDBC connection pools and objects that a factory makes. */
package org.dharch.hemanager.resources;
