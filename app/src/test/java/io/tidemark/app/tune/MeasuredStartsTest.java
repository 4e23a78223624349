package io.tidemark.app.tune;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.Shell;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.plan.read.PlanLoader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MeasuredStartsTest {
    private static final Plan PLAN = PlanLoader.parse("""
            experiment: night
            workload: {kind: synthetic, prompt_tokens: 100, output_tokens: 10}
            steps: [{rate: 2, duration: 2m}]
            server: {command: "serve m --port 8000 ${flags}"}
            phases: [{name: base}, {name: wide, flags: {width: 8}}]
            """, "plan.yaml", Path.of("."));
    private static final TargetPlan TARGET = TargetPlan.at(URI.create("http://127.0.0.1:8000"), "m");
    private static final Instant NOW = Instant.parse("2026-11-25T22:00:00Z");

    @TempDir
    private Path home;

    private void started(String file, String command, int minutesAgo, String rest) throws IOException {
        Path path = home.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(
                path,
                "{\"command\":[\"" + command.replace(" ", "\",\"") + "\"],\"started_at\":\""
                        + NOW.minus(Duration.ofMinutes(minutesAgo)) + "\"" + rest + "}");
    }

    private StartEstimates estimates() {
        try (Shell shell = new Shell(home)) {
            return new MeasuredStarts(shell.context()).estimates(PLAN, TARGET, NOW);
        }
    }

    @Test
    void startsOfTheSameCommandAreTheEstimatesOfTheNext() throws Exception {
        started(
                "servers/base-1.json",
                "serve m --port 8000",
                20,
                ",\"start_up_seconds\":10,\"first_request_seconds\":2");
        started("tunes/T1/servers/base-2.json", "serve m --port 8000", 10, ",\"start_up_seconds\":16");

        assertThat(estimates().startUp("base")).isEqualTo(Duration.ofSeconds(14));
        assertThat(estimates().startUp("wide"))
                .as("one that was never started takes what others took")
                .isEqualTo(Duration.ofSeconds(16));
    }

    @Test
    void othersCommandsFailedStartsAndLaterOnesSayNothing() throws Exception {
        started("servers/other-1.json", "serve n --port 8000", 20, ",\"start_up_seconds\":10");
        started("servers/base-1.json", "serve m --port 8000", 20, "");
        started("servers/base-2.json", "serve m --port 8000", -1, ",\"start_up_seconds\":10");
        Files.writeString(home.resolve("servers").resolve("torn.json"), "{\"comm");

        assertThat(estimates().hasMeasuredStarts()).isFalse();
        assertThat(estimates().startUp("base")).isEqualTo(StartEstimates.UNMEASURED_START);
    }

    @Test
    void theNewestFiveCount() throws Exception {
        for (int i = 1; i <= 6; i++) {
            started("servers/base-" + i + ".json", "serve m --port 8000", i, ",\"start_up_seconds\":" + i * 10);
        }

        assertThat(estimates().startUp("base")).isEqualTo(Duration.ofSeconds(30));
    }
}
