package org.dharch.cmanager.link;

import java.util.Optional;

/**
 * The settings of the links of one end.
 *
 * @param tls empty for links without TLS
 */
public record LinkSettings(LinkBounds bounds, Optional<LinkTls> tls) {}
