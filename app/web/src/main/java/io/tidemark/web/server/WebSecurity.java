package io.tidemark.web.server;

import io.tidemark.web.access.BearerTokens;
import java.util.Optional;

/**
 * What protects a server.
 *
 * @param tls without it the server speaks plain HTTP
 * @param tokens who may ask; without them everyone who reaches the server may, so it must be on loopback
 * @param proxies that say whose a request is
 */
public record WebSecurity(
        Optional<TlsFiles> tls, Optional<BearerTokens> tokens, WebLimits limits, TrustedProxies proxies) {
    /** Of a server on loopback: no TLS and no login. */
    public static final WebSecurity LOCAL = new WebSecurity(Optional.empty(), Optional.empty(), WebLimits.USUAL);

    /** Without a proxy that is believed. */
    public WebSecurity(Optional<TlsFiles> tls, Optional<BearerTokens> tokens, WebLimits limits) {
        this(tls, tokens, limits, TrustedProxies.NONE);
    }
}
