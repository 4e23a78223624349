package io.tidemark.streams;

import static io.tidemark.streams.Given.heartbeat;
import static io.tidemark.streams.Given.objective;
import static io.tidemark.streams.Given.ok;
import static io.tidemark.streams.Given.sample;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.BreachState;
import io.tidemark.events.MetricName;
import io.tidemark.events.MovedSignal;
import io.tidemark.events.SloBreach;
import io.tidemark.schemas.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** 100 s of quick answers from a warm cache, then 400 s of slow ones behind a queue and without it, then quick ones again. */
@TestInstance(Lifecycle.PER_CLASS)
class MovedAfterRestartTest {
    private static final int SLOW_FROM = 100;
    private static final int SLOW_UNTIL = 500;
    private static final int LAST = 520;

    private List<SloBreach> undisturbed;

    @BeforeAll
    void withoutKills(@TempDir Path stateDir) {
        undisturbed = published(stateDir, Set.of());
    }

    private static List<SloBreach> published(Path stateDir, Set<Integer> kills) {
        TeamDriver team = TeamDriver.at(stateDir, TeamDriver.EPOCH);
        team.send(Given.control(Given.run().build()));
        team.send(Given.control(Given.step(0).build()));
        team.send(Given.control(objective(MetricName.E2E, 0.5, 500).build()));
        for (int second = 1; second <= LAST; second++) {
            if (kills.contains(second)) {
                team = team.killed(stateDir, Given.at(second - 1));
            }
            boolean slow = second > SLOW_FROM && second <= SLOW_UNTIL;
            team.send(sample(second, Map.of("engine.requests.waiting", slow ? 40.0 : 1.0 + second % 2))
                    .build());
            // ends in the second before
            team.send(ok(second - 1, second - 1.0, 100, slow ? 800 : 100)
                    .setTokenBatches(0)
                    .setCachedTokens(slow ? null : Integer.valueOf(80))
                    .build());
            team.send(heartbeat(second, 0, second).build());
            team.pass(Duration.ofSeconds(1));
        }
        List<SloBreach> published = team.seen(Topic.BREACHES, SloBreach.class);
        team.close();
        return published;
    }

    private static SloBreach last(List<SloBreach> published) {
        return published.get(published.size() - 1);
    }

    @Test
    void aBreachThatOutlivesWhatItIsReadFromSaysWhatItSaid() {
        assertThat(last(undisturbed).getState()).isEqualTo(BreachState.CLOSED);
        assertThat(last(undisturbed).getCorrelatedSignals().stream().map(MovedSignal::getSignal))
                .containsExactly("load.cached_ratio", "engine.requests.waiting");
        assertThat(last(undisturbed).getCorrelationSummary())
                .isEqualTo("Moved with it: share of prompt tokens that answers report as cached 80 -> 0 %;"
                        + " queue length 1.5 -> 40 requests.");
        assertThat(undisturbed).as("looked at now and then in its first minute").hasSizeLessThan(20);
    }

    @ParameterizedTest
    @ValueSource(ints = {108, 300})
    void itSaysTheSameWhereverTheHostIsKilled(int second, @TempDir Path stateDir) {
        assertThat(last(published(stateDir, Set.of(second)))).isEqualTo(last(undisturbed));
    }
}
