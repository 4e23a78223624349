package io.tidemark.streams;

import static io.tidemark.streams.Given.heartbeat;
import static io.tidemark.streams.Given.nanos;
import static io.tidemark.streams.Given.tokens;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.Finality;
import io.tidemark.events.MetricName;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.sketch.LogHistogram;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The windows of 60 s that end on full minutes hold each value of a series once: the store makes its coarser tiers of them. */
final class FullMinutesTest {
    private static final int MINUTE = 60;

    @TempDir
    private Path stateDir;

    private TeamDriver team;
    private long sent;

    @BeforeEach
    void start() {
        team = new TeamDriver(stateDir);
    }

    @AfterEach
    void stop() {
        team.close();
    }

    private void answer(double second, long ttftMillis) {
        team.send(tokens(sent++, second, ttftMillis, 20, 1).build());
    }

    /** The last FINAL record of each minute, by its end in seconds. */
    private Map<Long, LogHistogram> minutes(List<WindowStats> windows) {
        Map<Long, LogHistogram> minutes = new TreeMap<>();
        for (WindowStats window : windows) {
            long end = window.getEnd().getEpochSecond() - TeamDriver.EPOCH.getEpochSecond();
            if (window.getMetric() == MetricName.TTFT
                    && window.getWindowSeconds() == MINUTE
                    && window.getFinality() == Finality.FINAL
                    && end % MINUTE == 0) {
                minutes.put(end, LogHistogram.decode(window.getSketch()));
            }
        }
        minutes.values().removeIf(LogHistogram::isEmpty);
        return minutes;
    }

    private static LogHistogram sketch(List<Long> millis) {
        LogHistogram sketch = new LogHistogram();
        millis.forEach(value -> sketch.add(nanos(value)));
        return sketch;
    }

    @Test
    void aMinuteIsWrittenThoughNothingChangesAtItsEndAndTheLastWhenTheLanesArePastIt() {
        team.advanceOnly(Duration.ofSeconds(179));
        // at second, ttft ms
        answer(5, 100);
        answer(70, 200);
        answer(130, 300);
        team.send(heartbeat(179, sent, 0).build());
        team.pass(Duration.ofSeconds(1));
        List<WindowStats> windows = new ArrayList<>(team.read(Topic.WINDOWS, WindowStats.class));
        assertThat(minutes(windows))
                .as("something may still come in the third")
                .isEqualTo(Map.of(60L, sketch(List.of(100L)), 120L, sketch(List.of(200L))));

        team.send(heartbeat(180, sent, 0).build());
        team.pass(Duration.ofSeconds(1));
        windows.addAll(team.read(Topic.WINDOWS, WindowStats.class));
        assertThat(minutes(windows)).containsEntry(180L, sketch(List.of(300L))).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void minutesMergeToAllThatARunMeasuredLateValuesToo(long seed) {
        team.advanceOnly(Duration.ofSeconds(400));
        SplittableRandom random = new SplittableRandom(seed);
        List<Long> millis = new ArrayList<>();
        int seconds = 150 + random.nextInt(200);
        for (int second = 0; second < seconds; second++) {
            boolean gap = second / 20 % 3 == 2;
            for (int n = gap ? 0 : random.nextInt(4); n > 0; n--) {
                millis.add(1 + random.nextLong(900));
                answer(second, millis.get(millis.size() - 1));
            }
        }
        team.send(heartbeat(400, sent, 0).build());
        team.pass(Duration.ofSeconds(3));
        List<WindowStats> windows = new ArrayList<>(team.read(Topic.WINDOWS, WindowStats.class));
        assertThat(merged(windows)).isEqualTo(sketch(millis));

        for (int late : List.of(seconds - 1, seconds - 100)) {
            millis.add(1 + random.nextLong(900));
            answer(late, millis.get(millis.size() - 1));
        }
        team.send(heartbeat(401, sent, 0).build());
        team.pass(Duration.ofSeconds(20));
        windows.addAll(team.read(Topic.WINDOWS, WindowStats.class));
        assertThat(merged(windows)).isEqualTo(sketch(millis));
    }

    private LogHistogram merged(List<WindowStats> windows) {
        LogHistogram all = new LogHistogram();
        minutes(windows).values().forEach(all::merge);
        return all;
    }
}
