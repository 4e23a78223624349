package io.tidemark.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.tidemark.app.cli.Shell;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.publish.spool.SpoolSettings;
import io.tidemark.producer.runtime.RunTargets;
import io.tidemark.reports.failure.OperationException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that loads its model answers 503 until it is ready. */
@Tag("integration")
class ReadyCheckTest {
    private static final int REFUSALS = 2;
    private static final Plan PLAN = BuiltInPlans.demo();

    private final AtomicInteger asked = new AtomicInteger();

    @TempDir
    private Path home;

    private HttpServer server;

    @BeforeEach
    void serve() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            boolean models = exchange.getRequestURI().getPath().equals("/v1/models");
            int status = !models ? 404 : asked.incrementAndGet() <= REFUSALS ? 503 : 200;
            byte[] body = (status == 200
                            ? "{\"object\":\"list\",\"data\":[{\"id\":\"m\",\"object\":\"model\"}]}"
                            : "{}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void aServerThatIsLoadingIsWaitedForAndThatIsSaid() throws Exception {
        try (Shell shell = new Shell(home)) {
            new ReadyCheck(shell.context(), Duration.ofMinutes(5)).probe(request());
            assertThat(asked.get()).isGreaterThan(REFUSALS);
            assertThat(shell.err())
                    .contains("waiting for the target, 5 min at most: ")
                    .contains("503");
        }
    }

    @Test
    void withoutATimeItIsAskedOnce() {
        try (Shell shell = new Shell(home)) {
            ReadyCheck once = new ReadyCheck(shell.context(), Duration.ZERO);
            assertThatThrownBy(() -> once.probe(request()))
                    .isInstanceOf(OperationException.class)
                    .hasMessageContaining("503");
            assertThat(asked.get()).isEqualTo(1);
            assertThat(shell.err()).doesNotContain("waiting for the target");
        }
    }

    @Test
    void aNamedModelIsWaitedForWhileTheListIsNotThereAndThenDoubtedOnly() throws Exception {
        try (Shell shell = new Shell(home)) {
            RunTargets probed = new ReadyCheck(shell.context(), Duration.ofMinutes(5)).probe(request("of-a-gateway"));

            assertThat(asked.get()).isGreaterThan(REFUSALS);
            assertThat(probed.first().model()).isEqualTo("of-a-gateway");
            assertThat(shell.err())
                    .contains("waiting for the target, 5 min at most: ")
                    .contains(
                            "does not say that it serves model \"of-a-gateway\"", "names m; its first answer decides");
        }
    }

    @Test
    void aNamedModelIsTakenWhileTheListIsNotThereWhereNobodyWaits() throws Exception {
        try (Shell shell = new Shell(home)) {
            new ReadyCheck(shell.context(), Duration.ZERO).probe(request("of-a-gateway"));

            assertThat(asked.get()).isEqualTo(1);
            assertThat(shell.err()).contains("answered HTTP 503; its first answer decides");
        }
    }

    private RunRequest request() {
        return request("");
    }

    private RunRequest request(String model) {
        URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        return new RunRequest(
                PLAN,
                PLAN.phases().get(0),
                List.of(TargetPlan.at(url, model)),
                PLAN.team(),
                "tidemark run",
                false,
                true,
                SpoolSettings.off());
    }
}
