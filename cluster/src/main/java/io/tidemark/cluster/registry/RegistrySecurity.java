package io.tidemark.cluster.registry;

import io.tidemark.schemas.net.HostPort;
import java.nio.file.Path;
import java.util.Optional;

/** Whom a registry lets in, and where it may therefore listen. */
public sealed interface RegistrySecurity {
    /** @throws IllegalArgumentException if it must not listen there */
    void requireFor(String host);

    /** For HTTPS; without one the registry speaks HTTP. */
    default Optional<TlsKey> key() {
        return Optional.empty();
    }

    /** Everybody on this machine may do everything. */
    record LoopbackOnly() implements RegistrySecurity {
        @Override
        public void requireFor(String host) {
            if (!isLoopback(host)) {
                throw new IllegalArgumentException(
                        "registry.host: a registry without users must listen on loopback but was to listen on " + host
                                + ": give it users and a key for TLS");
            }
        }
    }

    /** Everybody who reaches it may do everything: it belongs to a broker of which that is true, and which holds its schemas. */
    record AsOpenAsItsBroker() implements RegistrySecurity {
        @Override
        public void requireFor(String host) {}
    }

    /**
     * Users may do what their rights say.
     *
     * @param file of {@link io.tidemark.cluster.registry.access.RegistryUsers}; a change holds within seconds
     * @param key must be there where passwords would leave the machine
     */
    record Users(Path file, Optional<TlsKey> key) implements RegistrySecurity {
        @Override
        public void requireFor(String host) {
            if (key.isEmpty() && !isLoopback(host)) {
                throw new IllegalArgumentException("registry.host: a registry on " + host
                        + " must have a key for TLS: passwords would cross the network in clear");
            }
        }
    }

    /**
     * A private key with its chain of certificates. A change holds within a minute.
     *
     * @param file PKCS12 if it ends with .p12 or .pfx, else PEM with the certificates and the unencrypted key (PKCS8)
     * @param passwordFile of a PKCS12 file
     */
    record TlsKey(Path file, Optional<Path> passwordFile) {
        public boolean isPkcs12() {
            String name = String.valueOf(file.getFileName());
            return name.endsWith(".p12") || name.endsWith(".pfx");
        }
    }

    private static boolean isLoopback(String host) {
        return new HostPort(host, 0).isLoopback();
    }
}
