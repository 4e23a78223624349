package io.tidemark.producer.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelException;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.TooLongFrameException;
import io.tidemark.events.Outcome;
import io.tidemark.producer.openai.RequestOutcome;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateExpiredException;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FailureClassifierTest {
    static Stream<Arguments> thrown() {
        // what was thrown, outcome, type, a part of the text
        return Stream.of(
                Arguments.of(annotated(), Outcome.CLIENT_ERROR, "ports", "ip_local_port_range"),
                Arguments.of(
                        new ChannelException("Failed to open a socket.", new SocketException("Too many open files")),
                        Outcome.CLIENT_ERROR,
                        "files",
                        "ulimit -n"),
                Arguments.of(new IOException("Too many open files"), Outcome.CLIENT_ERROR, "files", "ulimit -n"),
                Arguments.of(
                        new OutOfMemoryError("failed to allocate 4194304 byte(s) of direct memory"),
                        Outcome.CLIENT_ERROR,
                        "memory",
                        "direct memory"),
                Arguments.of(
                        new IOException("No buffer space available"), Outcome.CLIENT_ERROR, "memory", "out of memory"),
                Arguments.of(
                        new IllegalStateException("twice"),
                        Outcome.CLIENT_ERROR,
                        "exception",
                        "FailureClassifierTest.thrown"),
                Arguments.of(
                        new DecoderException(new NullPointerException()), Outcome.CLIENT_ERROR, "exception", "Null"),
                Arguments.of(new ConnectException("refused"), Outcome.CONNECTION_REFUSED, "refused", "refused"),
                Arguments.of(new UnknownHostException("gone"), Outcome.DNS, "dns", "gone"),
                Arguments.of(new IOException("Connection reset by peer"), Outcome.CONNECTION_RESET, "reset", "by peer"),
                Arguments.of(new ClosedChannelException(), Outcome.CONNECTION_RESET, "reset", ""),
                Arguments.of(new TooLongFrameException("long"), Outcome.CONNECTION_RESET, "reset", "long"));
    }

    /** As Netty tells of a connect that found no local port. */
    private static SocketException annotated() {
        SocketException annotated = new SocketException("Cannot assign requested address: /10.0.0.1:8000");
        annotated.initCause(new BindException("Cannot assign requested address"));
        return annotated;
    }

    @ParameterizedTest
    @MethodSource("thrown")
    void whatIsThrownMeans(Throwable thrown, Outcome outcome, String type, String text) {
        RequestOutcome ending = FailureClassifier.classify(thrown);

        assertThat(ending.outcome()).isEqualTo(outcome);
        assertThat(ending.failure().type()).isEqualTo("client." + type);
        assertThat(ending.failure().text()).contains(text);
    }

    @Test
    void aCertificateThatIsNotTrustedIsToldWithWhatHelps() {
        SSLHandshakeException unknown = new SSLHandshakeException("PKIX path building failed");
        unknown.initCause(new CertPathBuilderException("unable to find valid certification path"));
        SSLHandshakeException expired = new SSLHandshakeException("PKIX path validation failed");
        expired.initCause(new CertificateExpiredException("NotAfter: Sat Nov 21 09:00:00 UTC 2026"));

        assertThat(FailureClassifier.classify(new DecoderException(unknown))
                        .failure()
                        .text())
                .contains("connection.ca");
        assertThat(FailureClassifier.classify(expired).failure().text())
                .isEqualTo("the server's certificate has expired (NotAfter: Sat Nov 21 09:00:00 UTC 2026)");
        assertThat(FailureClassifier.classify(expired).outcome()).isEqualTo(Outcome.TLS);
    }
}
