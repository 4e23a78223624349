package io.tidemark.alerts.receiver;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
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
        TestCertificate certificate = TestCertificate.make(folder, "ip:127.0.0.1");
        try (ReceivingServer server = ReceivingServer.startTls(certificate.context())) {
            assertThat(send(server, "connection: { ca: \"" + certificate.pem() + "\" }"))
                    .isEqualTo(new SendResult.Delivered());
            assertThat(send(server, ""))
                    .isInstanceOfSatisfying(
                            SendResult.Retry.class,
                            retry -> assertThat(retry.reason()).startsWith("TLS: "));
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void aCertificateOfAnotherHostIsRefused() throws Exception {
        TestCertificate certificate = TestCertificate.make(folder, "dns:elsewhere.example.com");
        try (ReceivingServer server = ReceivingServer.startTls(certificate.context())) {
            assertThat(send(server, "connection: { ca: \"" + certificate.pem() + "\" }"))
                    .isInstanceOf(SendResult.Retry.class);
            assertThat(server.requests()).isEmpty();
        }
    }

    private static SendResult send(ReceivingServer server, String connection) {
        String kind = "webhook: { url: \"" + server.url() + "/hook\" }\n" + connection;
        return Opened.receiver(kind, Map.of()).send(List.of(SampleAlerts.firing()));
    }
}
