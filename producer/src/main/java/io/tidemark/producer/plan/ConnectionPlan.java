package io.tidemark.producer.plan;

import io.tidemark.producer.plan.secret.SecretSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** How connections to the target are made, shared and kept. */
public record ConnectionPlan(Tls tls, Optional<Proxy> proxy, Http http, KeepAlive keepAlive) {
    public static final ConnectionPlan DEFAULT =
            new ConnectionPlan(Tls.DEFAULT, Optional.empty(), Http.ONE, KeepAlive.DEFAULT);

    /**
     * Trust and identity for https.
     *
     * @param ca PEM file with the certificates that are trusted; empty: the platform's
     * @param identity what is shown to a server that asks for a certificate
     * @param insecure whether any certificate is taken, for any host
     */
    public record Tls(Optional<Path> ca, Optional<Identity> identity, boolean insecure) {
        public static final Tls DEFAULT = new Tls(Optional.empty(), Optional.empty(), false);
    }

    /** PEM files: certificate chain, and its unencrypted PKCS#8 key. */
    public record Identity(Path certificate, Path key) {}

    /**
     * An HTTP proxy.
     *
     * @param user where {@code user:password} is found
     */
    public record Proxy(String host, int port, Optional<SecretSource> user) {}

    /**
     * The protocol.
     *
     * @param streams most requests at a time on one HTTP/2 connection; a server's lower limit is kept to
     */
    public record Http(Version version, int streams) {
        /** HTTP/1.1, one request at a time on a connection. */
        public static final Http ONE = new Http(Version.HTTP_1_1, 1);
    }

    /** HTTP/2 is negotiated by ALPN over TLS, and spoken at once where there is no TLS. */
    public enum Version {
        HTTP_1_1,
        HTTP_2
    }

    /**
     * What becomes of a connection after a request.
     *
     * @param reuse whether it may carry another one
     * @param idle how long it may wait for that; a server's shorter limit is kept to
     * @param requests most requests that it carries
     * @param openAhead whether those that a step needs at its beginning are open before it begins
     */
    public record KeepAlive(boolean reuse, Duration idle, int requests, boolean openAhead) {
        public static final KeepAlive DEFAULT = new KeepAlive(true, Duration.ofSeconds(60), Integer.MAX_VALUE, true);

        /** Kept for the next request as long as that may take, and opened when the first one needs it. */
        public static KeepAlive of(boolean reuse, Duration idle, int requests) {
            return new KeepAlive(reuse, idle, requests, false);
        }
    }
}
