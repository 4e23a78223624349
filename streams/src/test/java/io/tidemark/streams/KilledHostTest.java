package io.tidemark.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cluster.LocalCluster;
import io.tidemark.events.Finality;
import io.tidemark.events.MetricName;
import io.tidemark.events.StepResult;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Keys;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("integration")
class KilledHostTest {
    private static final int REQUESTS = 2_000;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    /** 2,000 requests in 20 s of event time; the host is killed in the middle of them, and another takes over. */
    @Test
    void aKilledHostLosesNothingAndCountsNothingTwice() throws InterruptedException {
        try (LocalCluster cluster = LocalCluster.start(folder.resolve("cluster"));
                LiveTeam team = new LiveTeam(new Team("alpha"), cluster)) {
            Process first = start(cluster);
            define(team);
            send(team, 0, REQUESTS / 2);
            Await.until(() -> countedSoFar(team) > 0, LIMIT, () -> "nothing counted; see " + folder);
            send(team, REQUESTS / 2, REQUESTS * 3 / 4);
            first.destroyForcibly().waitFor();
            send(team, REQUESTS * 3 / 4, REQUESTS);
            team.send(Given.heartbeat(20, REQUESTS, REQUESTS).setClosing(true).build());
            team.flush();
            Process second = start(cluster);
            try {
                Await.until(() -> finalResult(team).isPresent(), LIMIT, () -> "no final result; see " + folder);
                Await.until(
                        () -> finalStepWindow(team, MetricName.E2E).getCount() == REQUESTS,
                        LIMIT,
                        () -> "windows " + finalStepWindow(team, MetricName.E2E));
            } finally {
                second.destroy();
                second.waitFor();
            }
            StepResult result = finalResult(team).orElseThrow();
            assertThat(result.getDue()).isEqualTo(REQUESTS);
            assertThat(result.getOk()).isEqualTo(REQUESTS);
            assertThat(result.getOutputTokens()).isEqualTo(11L * REQUESTS);
            WindowStats ttft = finalStepWindow(team, MetricName.TTFT);
            assertThat(ttft.getCount()).isEqualTo(REQUESTS);
            assertThat(ttft.getSumNanos()).isEqualTo(Given.nanos(100) * REQUESTS);
            assertThat(finalStepWindow(team, MetricName.ITL).getCount()).isEqualTo(10L * REQUESTS);
        }
    }

    private Process start(LocalCluster cluster) {
        return HostProcess.start(cluster.bootstrapServers(), cluster.registryUrl(), folder.resolve("state"));
    }

    private static void define(LiveTeam team) {
        team.send(Keys.run(Given.RUN), Given.control(Given.run().build()));
        team.send(
                Keys.step(Given.RUN, 0),
                Given.control(Given.step(0)
                        .setEnded(Given.at(20))
                        .setMeasureUntil(Given.at(20))
                        .setRequestsByLane(Map.of(Given.LANE, (long) REQUESTS))
                        .build()));
    }

    private static void send(LiveTeam team, int from, int until) {
        for (int i = from; i < until; i++) {
            double due = 19.0 * i / REQUESTS;
            team.send(Given.tokens(i, due, 100, 20, 11).build());
            team.send(Given.ok(i, due, 100, 200).build());
        }
        team.flush();
    }

    private static long countedSoFar(LiveTeam team) {
        return team.read(Topic.PHASES, StepResult.class).stream()
                .mapToLong(StepResult::getDue)
                .max()
                .orElse(0);
    }

    private static Optional<StepResult> finalResult(LiveTeam team) {
        return team.read(Topic.PHASES, StepResult.class).stream()
                .filter(result -> result.getFinality() == Finality.FINAL)
                .reduce((before, after) -> after);
    }

    private static WindowStats finalStepWindow(LiveTeam team, MetricName metric) {
        List<WindowStats> windows = team.read(Topic.WINDOWS, WindowStats.class).stream()
                .filter(window -> window.getMetric() == metric && window.getWindowSeconds() == 0)
                .filter(window -> window.getFinality() == Finality.FINAL)
                .toList();
        return windows.isEmpty()
                ? WindowStats.newBuilder()
                        .setRun("none")
                        .setStep(0)
                        .setTarget("")
                        .setWindowSeconds(0)
                        .setStart(Given.at(0))
                        .setEnd(Given.at(0))
                        .setCount(0)
                        .setSumNanos(0)
                        .build()
                : windows.get(windows.size() - 1);
    }
}
