package io.tidemark.app.stack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.fixtures.process.FreePorts;
import io.tidemark.schemas.Team;
import io.tidemark.streams.processor.Destination;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** `tidemark up` where one team's application ends at each start. */
@Tag("integration")
final class StoppedTeamTest {
    /** Of another count than the application's, so that it cannot start. */
    private static final int WRONG_PARTITIONS = 5;

    @TempDir
    private Path home;

    @Test
    void upServesTheOtherTeamsAndARunOfTheStoppedOneIsRefusedWithTheReason() throws Exception {
        try (TidemarkProcess up = TidemarkProcess.up(home)) {
            makeUnstartable(new Team("b"));
            up.interrupt();
            up.exitCode();
        }
        int port = FreePorts.next();
        try (TidemarkProcess up =
                TidemarkProcess.start(home, "up", "--team", "default,b", "--http", Integer.toString(port))) {
            up.awaitSaid("It is up.");
            assertThat(up.out())
                    .contains("team b does not run: ")
                    .contains("invalid partitions")
                    .doesNotContain("team default does not run");

            JsonNode health = health(port);
            assertThat(health.path("status").asText()).isEqualTo("degraded");
            assertThat(state(health, "streams/default")).isEqualTo("ready");
            assertThat(state(health, "streams/b")).isIn("failed", "degraded");

            Path plan = Target.plan(home, 20, 1, "errors < 50% over 10s");
            try (Shell refused = new Shell(home)) {
                assertThat(refused.run("run", plan.toString(), "--team", "b", "--simulate", "demo-tuned"))
                        .as(refused.out() + refused.err())
                        .isEqualTo(ExitCode.INFRASTRUCTURE.code());
                assertThat(refused.err())
                        .contains("the streams of team b do not run")
                        .contains("invalid partitions");
            }
            try (Shell run = new Shell(home)) {
                assertThat(run.run("run", plan.toString(), "--simulate", "demo-tuned"))
                        .as(run.out() + run.err())
                        .isEqualTo(ExitCode.OK.code());
            }
            assertThat(up.isAlive()).isTrue();
        }
    }

    private void makeUnstartable(Team team) throws Exception {
        try (Admin admin = Home.stack(home).connection().admin()) {
            admin.createTopics(List.of(new NewTopic(
                            Destination.RUN_INBOX.topic(team), Optional.of(WRONG_PARTITIONS), Optional.empty())))
                    .all()
                    .get();
        }
    }

    private static JsonNode health(int port) throws Exception {
        URI page = URI.create("http://127.0.0.1:" + port + "/health");
        return new ObjectMapper()
                .readTree(HttpClient.newHttpClient()
                        .send(HttpRequest.newBuilder(page).build(), BodyHandlers.ofString())
                        .body());
    }

    private static String state(JsonNode health, String part) {
        return StreamSupport.stream(health.path("parts").spliterator(), false)
                .filter(one -> one.path("part").asText().equals(part))
                .map(one -> one.path("status").asText())
                .findFirst()
                .orElse("none");
    }
}
