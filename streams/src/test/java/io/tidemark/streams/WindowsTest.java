package io.tidemark.streams;

import static io.tidemark.streams.Given.at;
import static io.tidemark.streams.Given.heartbeat;
import static io.tidemark.streams.Given.nanos;
import static io.tidemark.streams.Given.ok;
import static io.tidemark.streams.Given.tokens;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.Finality;
import io.tidemark.events.MetricName;
import io.tidemark.events.StepResult;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WindowsTest {
    @TempDir
    private Path stateDir;

    private TeamDriver team;

    /** Second, count and largest of a window. */
    private record Row(long endSecond, Finality finality, long count, long maxMillis) {}

    @BeforeEach
    void start() {
        team = new TeamDriver(stateDir);
    }

    @AfterEach
    void stop() {
        team.close();
    }

    @Test
    void tokensAndRequestsBecomeWindowsAndAStepResult() {
        team.send(tokens(0, 0.5, 100, 20, 11).build());
        team.send(ok(0, 0.5, 100, 200).build());
        team.send(Given.control(Given.run().build()));
        team.send(Given.control(Given.step(0)
                .setEnded(at(1))
                .setMeasureUntil(at(1))
                .setRequestsByLane(java.util.Map.of(Given.LANE, 1L))
                .build()));
        team.send(heartbeat(1, 1, 1).setClosing(true).build());
        team.pass(Duration.ofSeconds(2));

        assertThat(rows(MetricName.TTFT, 10, Finality.FINAL)).containsExactly(new Row(1, Finality.FINAL, 1, 100));
        List<StepResult> results = team.read(Topic.PHASES, StepResult.class);
        assertThat(results).last().satisfies(result -> {
            assertThat(result.getFinality()).isEqualTo(Finality.FINAL);
            assertThat(result.getDue()).isEqualTo(1);
            assertThat(result.getOk()).isEqualTo(1);
        });
    }

    private List<Row> rows(MetricName metric, int windowSeconds, Finality finality) {
        return team.read(Topic.WINDOWS, WindowStats.class).stream()
                .filter(window -> window.getMetric() == metric && window.getWindowSeconds() == windowSeconds)
                .filter(window -> window.getFinality() == finality)
                .map(window -> new Row(
                        Duration.between(TeamDriver.EPOCH, window.getEnd()).toSeconds(),
                        window.getFinality(),
                        window.getCount(),
                        window.getMaxNanos() == null ? -1 : window.getMaxNanos() / nanos(1)))
                .toList();
    }
}
