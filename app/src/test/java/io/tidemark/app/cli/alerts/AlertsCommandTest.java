package io.tidemark.app.cli.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.exit.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("integration")
final class AlertsCommandTest {
    @TempDir
    private Path home;

    private final List<String> received = new CopyOnWriteArrayList<>();
    private Shell shell;
    private HttpServer server;

    @BeforeEach
    void open() throws IOException {
        shell = new Shell(home);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                String path = exchange.getRequestURI().getPath();
                received.add(path + " " + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
                exchange.sendResponseHeaders(path.equals("/refuses") ? 400 : 200, -1);
            }
        });
        server.start();
    }

    @AfterEach
    void close() {
        server.stop(0);
        shell.close();
    }

    @Test
    void checkSaysWhoIsToldAboutWhatAndSendsNothing() throws IOException {
        assertThat(shell.run("alerts", "check", file().toString()))
                .as(shell.err())
                .isZero();
        assertThat(shell.out())
                .contains("2 receivers, 2 routes")
                .containsPattern("receiver good +webhook +http://127.0.0.1:\\d+/takes")
                .contains("route    alertname SloBreach, team perf -> good, bad, then the next routes")
                .contains("route    every alert -> good");
        assertThat(received).isEmpty();
    }

    @Test
    void checkNamesTheVariableThatIsMissingWithItsLine() throws IOException {
        Path file = Files.writeString(home.resolve("alerts.yaml"), """
                receivers:
                  - { name: pager, pagerduty: { routing_key: { env: NO_SUCH_KEY } } }
                routes: [ { receivers: pager } ]
                """);
        assertThat(shell.run("alerts", "check", file.toString())).isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err()).contains("alerts.yaml:2  receivers[0].pagerduty.routing_key.env", "NO_SUCH_KEY");
    }

    @Test
    void testSendsFiringThenResolvedAndOneThatRefusesIsExitCode1() throws IOException {
        String file = file().toString();
        assertThat(shell.run("alerts", "test", file, "--receiver", "good")).isZero();
        assertThat(received).hasSize(2);
        assertThat(received.get(0)).startsWith("/takes ").contains("\"status\":\"firing\"", "TestAlert");
        assertThat(received.get(1)).startsWith("/takes ").contains("\"status\":\"resolved\"");

        assertThat(shell.run("alerts", "test", file)).isEqualTo(1);
        assertThat(shell.out())
                .containsPattern("good +firing +delivered")
                .containsPattern("bad +firing +REFUSED: HTTP 400");
    }

    @Test
    void testRefusesAReceiverThatIsNotInTheFile() throws IOException {
        assertThat(shell.run("alerts", "test", file().toString(), "--receiver", "other"))
                .isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err()).contains("--receiver must be one of [good, bad] but was other");
    }

    private Path file() throws IOException {
        String url = "http://127.0.0.1:" + server.getAddress().getPort();
        return Files.writeString(home.resolve("alerts.yaml"), """
                connection: { timeout: 2m }
                receivers:
                  - { name: good, webhook: { url: "%s/takes" } }
                  - { name: bad, webhook: { url: "%s/refuses" } }
                routes:
                  - { match: { kind: SloBreach, team: perf }, receivers: [ good, bad ], continue: true }
                  - { receivers: good }
                """.formatted(url, url));
    }
}
