package io.tidemark.alerts.receiver;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.fixtures.tls.TestKeys;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Certificates are verified, and a private authority is trusted where the file names it. */
@Tag("integration")
final class TlsTest {
    @TempDir
    private Path folder;

    @Test
    void aPrivateAuthorityIsTrustedOnlyWhereItIsNamed() throws Exception {
        KeyStore keys = TestKeys.selfSigned(folder, "ip:127.0.0.1");
        Path pem = TestKeys.pem(keys, folder);
        try (ReceivingServer server = ReceivingServer.startTls(TestKeys.context(keys))) {
            assertThat(send(server, "connection: { ca: \"" + pem + "\" }")).isEqualTo(new SendResult.Delivered());
            assertThat(send(server, ""))
                    .isInstanceOfSatisfying(
                            SendResult.Retry.class,
                            retry -> assertThat(retry.reason()).startsWith("TLS: "));
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void aCertificateOfAnotherHostIsRefused() throws Exception {
        KeyStore keys = TestKeys.selfSigned(folder, "dns:elsewhere.example.com");
        Path pem = TestKeys.pem(keys, folder);
        try (ReceivingServer server = ReceivingServer.startTls(TestKeys.context(keys))) {
            assertThat(send(server, "connection: { ca: \"" + pem + "\" }")).isInstanceOf(SendResult.Retry.class);
            assertThat(server.requests()).isEmpty();
        }
    }

    private static SendResult send(ReceivingServer server, String connection) {
        String kind = "webhook: { url: \"" + server.url() + "/hook\" }\n" + connection;
        return Opened.receiver(kind, Map.of()).send(List.of(SampleAlerts.firing()));
    }
}
