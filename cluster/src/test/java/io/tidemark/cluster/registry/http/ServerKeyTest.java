package io.tidemark.cluster.registry.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.cluster.ClusterException;
import io.tidemark.cluster.registry.RegistrySecurity.TlsKey;
import io.tidemark.fixtures.tls.TestKeys;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server whose key is replaced while it runs. */
@Tag("integration")
final class ServerKeyTest {
    @TempDir
    private static Path ofFirst = Path.of("");

    @TempDir
    private static Path ofSecond = Path.of("");

    @SuppressWarnings("NullAway.Init") // Made before all tests: the JDK's tool takes a second.
    private static KeyStore first;

    @SuppressWarnings("NullAway.Init")
    private static KeyStore second;

    private final Vertx vertx = Vertx.vertx();

    @TempDir
    private Path folder = Path.of("");

    @BeforeAll
    static void keys() throws Exception {
        first = TestKeys.selfSigned(ofFirst);
        second = TestKeys.selfSigned(ofSecond);
    }

    @AfterEach
    void stop() throws Exception {
        get(vertx.close());
    }

    private static <T> T get(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    private static String pem(KeyStore certificate, KeyStore key, Path ofKey) throws Exception {
        return TestKeys.pem(certificate) + Files.readString(TestKeys.keyPem(key, ofKey));
    }

    private HttpServer serve(ServerKey key) throws Exception {
        return get(vertx.createHttpServer(key.addTo(new HttpServerOptions()))
                .requestHandler(request -> request.response().end())
                .listen(0, "127.0.0.1"));
    }

    /** As a new connection finds it. */
    private static Certificate shown(HttpServer server, KeyStore trusted) throws Exception {
        try (SSLSocket socket = (SSLSocket)
                TestKeys.context(trusted).getSocketFactory().createSocket("127.0.0.1", server.actualPort())) {
            socket.startHandshake();
            return socket.getSession().getPeerCertificates()[0];
        }
    }

    @Test
    void aRenewedKeyIsShownAndOneThatCannotBeUsedLeavesTheOneBefore() throws Exception {
        Path file = Files.writeString(folder.resolve("key.pem"), pem(first, first, ofFirst));
        ServerKey key = new ServerKey(vertx, new TlsKey(file, Optional.empty()));
        HttpServer server = serve(key);
        assertThat(shown(server, first)).isEqualTo(first.getCertificate("test"));
        assertThat(get(key.renew(server))).as("the same").isFalse();

        Files.writeString(file, pem(second, second, ofSecond));
        assertThat(get(key.renew(server))).isTrue();
        assertThat(shown(server, second)).isEqualTo(second.getCertificate("test"));

        Files.writeString(file, pem(first, second, ofSecond));
        assertThatThrownBy(() -> key.renew(server))
                .isInstanceOf(ClusterException.class)
                .hasMessage("the key for TLS " + file
                        + " cannot be used: its first certificate must be that of its key but is another's");
        Files.writeString(file, "nothing");
        assertThatThrownBy(() -> key.renew(server))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("key.pem cannot be used");
        Files.delete(file);
        assertThatThrownBy(() -> key.renew(server))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("key.pem cannot be read");
        assertThat(shown(server, second)).isEqualTo(second.getCertificate("test"));
    }

    /** As Kubernetes replaces a secret's files: with a link from file to folder, and another from folder to version. */
    @Test
    void aKeyIsRenewedThroughLinks() throws Exception {
        Path password = Files.writeString(folder.resolve("password"), TestKeys.PASSWORD + "\n");
        Path version = Files.createSymbolicLink(folder.resolve("..data"), ofFirst);
        Path file = Files.createSymbolicLink(folder.resolve("key.p12"), Path.of("..data", "keys.p12"));
        ServerKey key = new ServerKey(vertx, new TlsKey(file, Optional.of(password)));
        HttpServer server = serve(key);
        assertThat(shown(server, first)).isEqualTo(first.getCertificate("test"));

        Files.delete(version);
        Files.createSymbolicLink(version, ofSecond);
        assertThat(get(key.renew(server))).isTrue();

        assertThat(shown(server, second)).isEqualTo(second.getCertificate("test"));
    }

    @Test
    void onlyTls12And13AreSpoken() throws Exception {
        Path file = Files.writeString(folder.resolve("key.pem"), pem(first, first, ofFirst));
        assertThat(new ServerKey(vertx, new TlsKey(file, Optional.empty()))
                        .addTo(new HttpServerOptions())
                        .getEnabledSecureTransportProtocols())
                .containsExactlyInAnyOrder("TLSv1.2", "TLSv1.3");
    }
}
