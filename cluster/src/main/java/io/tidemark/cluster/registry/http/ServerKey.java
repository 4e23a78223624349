package io.tidemark.cluster.registry.http;

import io.tidemark.cluster.ClusterException;
import io.tidemark.cluster.registry.RegistrySecurity.TlsKey;
import io.tidemark.schemas.net.KeyPairs;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PfxOptions;
import io.vertx.core.net.ServerSSLOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.util.List;
import java.util.function.Function;
import javax.net.ssl.X509KeyManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The key that a registry shows for HTTPS, with TLS 1.2 or 1.3: what its file holds, or the last that could be used. */
final class ServerKey {
    private static final Logger LOG = LoggerFactory.getLogger(ServerKey.class);
    private static final long LOOKED_AT_MILLIS = 20_000;
    private static final List<String> KEY_TYPES = List.of("EC", "RSA");

    private final Vertx vertx;
    private final TlsKey files;
    private volatile KeyCertOptions shown;
    private volatile String problem = "";

    /** @throws ClusterException if the file cannot be read, or its certificate is not of its key */
    ServerKey(Vertx vertx, TlsKey files) {
        this.vertx = vertx;
        this.files = files;
        this.shown = read(files);
        requireUsable(shown);
    }

    /** The same options, with HTTPS. */
    HttpServerOptions addTo(HttpServerOptions options) {
        return options.setSsl(true).setKeyCertOptions(shown);
    }

    /** Looks at the file every 20 s. A key that cannot be used changes nothing and is an error in the log, once. */
    void watch(HttpServer server) {
        vertx.setPeriodic(
                LOOKED_AT_MILLIS,
                timer -> vertx.executeBlocking(() -> renew(server))
                        .compose(Function.identity())
                        .onFailure(this::failed));
    }

    /**
     * Has new connections of the server show what the file holds now. Returns whether it changed.
     *
     * @throws ClusterException as the constructor; the server then shows what it showed before
     */
    Future<Boolean> renew(HttpServer server) {
        KeyCertOptions now = read(files);
        if (now.equals(shown)) {
            problem = "";
            return Future.succeededFuture(false);
        }
        requireUsable(now);
        return server.updateSSLOptions(new ServerSSLOptions().setKeyCertOptions(now))
                .onSuccess(done -> {
                    shown = now;
                    problem = "";
                    LOG.info("the registry shows the new certificate of {}", files.file());
                });
    }

    private void failed(Throwable error) {
        String message = String.valueOf(error.getMessage());
        if (!message.equals(problem)) {
            LOG.error("the registry shows the certificate of before: {}", message);
            problem = message;
        }
    }

    private static KeyCertOptions read(TlsKey files) {
        try {
            Buffer content = Buffer.buffer(Files.readAllBytes(files.file()));
            if (files.isPkcs12()) {
                return new PfxOptions()
                        .setValue(content)
                        .setPassword(
                                files.passwordFile().map(ServerKey::password).orElse(""));
            }
            return new PemKeyCertOptions().setCertValue(content).setKeyValue(content);
        } catch (IOException e) {
            throw new ClusterException("the key for TLS " + files.file() + " cannot be read: " + e, e);
        }
    }

    private static String password(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new ClusterException("the password of the key for TLS cannot be read: " + e.getMessage(), e);
        }
    }

    /** Java would take a key beside another's certificate, and fail each handshake. */
    private void requireUsable(KeyCertOptions options) {
        try {
            X509KeyManager keys =
                    (X509KeyManager) options.getKeyManagerFactory(vertx).getKeyManagers()[0];
            for (String type : KEY_TYPES) {
                String[] aliases = keys.getServerAliases(type, null);
                for (String alias : aliases == null ? new String[0] : aliases) {
                    requirePair(keys.getCertificateChain(alias)[0].getPublicKey(), keys.getPrivateKey(alias));
                }
            }
        } catch (Exception e) { // as Vert.x declares it
            throw new ClusterException("the key for TLS " + files.file() + " cannot be used: " + e.getMessage(), e);
        }
    }

    private static void requirePair(PublicKey certified, PrivateKey key) throws GeneralSecurityException {
        if (!KeyPairs.isPair(certified, key)) {
            throw new KeyException("its first certificate must be that of its key but is another's");
        }
    }
}
