package io.tidemark.cluster.registry.http;

import io.tidemark.cluster.ClusterException;
import io.tidemark.cluster.registry.RegistrySecurity;
import io.tidemark.cluster.registry.RegistrySecurity.TlsKey;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PfxOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The key that a registry shows for HTTPS, read once. */
final class ServerKey {
    private ServerKey() {}

    /** The same options, with HTTPS if there is a key. */
    static HttpServerOptions addTo(HttpServerOptions options, RegistrySecurity security) {
        if (security instanceof RegistrySecurity.Users users && users.key().isPresent()) {
            return options.setSsl(true).setKeyCertOptions(read(users.key().get()));
        }
        return options;
    }

    private static KeyCertOptions read(TlsKey key) {
        String file = key.file().toAbsolutePath().toString();
        if (!Files.isReadable(key.file())) {
            throw new ClusterException("the key for TLS " + file + " cannot be read");
        }
        if (key.isPkcs12()) {
            return new PfxOptions()
                    .setPath(file)
                    .setPassword(key.passwordFile().map(ServerKey::password).orElse(""));
        }
        return new PemKeyCertOptions().setCertPath(file).setKeyPath(file);
    }

    private static String password(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new ClusterException("the password of the key for TLS cannot be read: " + e.getMessage(), e);
        }
    }
}
