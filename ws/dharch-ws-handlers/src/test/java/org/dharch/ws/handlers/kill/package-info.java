/**
 * The whole way of reliable messages, from an Axis2 client to an Axis2 service, in processes that
 * are killed with {@code kill -9}: {@code RmChainKillTest}.
 */
package org.dharch.ws.handlers.kill;
