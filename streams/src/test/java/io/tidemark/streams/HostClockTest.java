package io.tidemark.streams;

import static io.tidemark.streams.Given.at;
import static io.tidemark.streams.Given.ok;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.Finality;
import io.tidemark.events.MetricName;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Topic;
import io.tidemark.streams.kafka.BrokerClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A host whose clock is an hour off, among brokers and lanes whose clocks are right. */
class HostClockTest {
    @TempDir
    private Path stateDir;

    /** Minutes that the host is ahead. */
    @ParameterizedTest
    @ValueSource(ints = {-60, -2, 0, 2, 60})
    void whatALaneSendsIsJudgedByTheBrokersClock(int aheadMinutes) {
        try (TeamDriver team = TeamDriver.at(stateDir, at(60.0 * aheadMinutes))) {
            team.brokersAreAhead(Duration.ofMinutes(-aheadMinutes));
            team.send(Given.control(Given.run().build()));
            team.send(Given.control(Given.step(0).build()));
            for (int second = 0; second < 30; second++) {
                team.send(ok(second, second, 100, 100).setTokenBatches(0).build());
                team.send(Given.sample(second + 0.5, Map.of("engine.requests.waiting", 1.0))
                        .build());
                team.send(Given.heartbeat(second + 0.99, 0, second + 1)
                        .setNextTokenBatch(0)
                        .setNextRequest(second + 1)
                        .build());
                team.pass(Duration.ofSeconds(1));
            }
            assertThat(team.records(Topic.DEAD_LETTERS)).isEmpty();
            List<WindowStats> windows = team.seen(Topic.WINDOWS, WindowStats.class);
            assertThat(windows).noneMatch(window -> window.getFinality() == Finality.INCOMPLETE);
            assertThat(windows).anyMatch(window -> window.getFinality() == Finality.PROVISIONAL);
            assertThat(windows)
                    .anyMatch(window -> window.getFinality() == Finality.FINAL
                            && window.getMetric() == MetricName.E2E
                            && window.getEnd().equals(at(28)));
        }
    }

    /** As it begins, before it has written anything. */
    @ParameterizedTest
    @ValueSource(ints = {-60, 60})
    void nothingIsSetAsideBeforeTheHostKnows(int aheadMinutes) {
        try (TeamDriver team = TeamDriver.at(stateDir, at(0))) {
            team.send(Given.control(Given.run().build()));
            team.sendAppended(
                    ok(0, 60.0 * aheadMinutes, 100, 100).setTokenBatches(0).build(), at(60.0 * aheadMinutes + 1));
            team.pass(Duration.ofSeconds(1));
            assertThat(team.records(Topic.DEAD_LETTERS)).isEmpty();
        }
    }

    @Test
    void aHostThatIsOffSaysSoAndOneThatIsSetIsNot() {
        BrokerClock clock = new BrokerClock();
        assertThat(clock.offsetMillis()).isEmpty();
        assertThat(clock.brokerMillis(1_000)).isEqualTo(1_000);
        clock.acknowledged(10_000, 10_300);
        assertThat(clock.problem()).isEmpty();
        assertThat(clock.brokerMillis(10_300))
                .as("the way of an answer is no offset")
                .isEqualTo(10_300);

        clock.acknowledged(3_610_500, 10_700);
        assertThat(clock.problem())
                .contains(
                        "this host's clock is 3599 s behind the brokers': results use the brokers' clock; correct the host's clock (NTP)");
        assertThat(clock.brokerMillis(10_700)).isEqualTo(3_610_500);

        for (long second = 3_611; second < 3_700; second++) {
            clock.acknowledged(second * 1_000, second * 1_000 + 5); // it was set
        }
        assertThat(clock.problem()).isEmpty();
        assertThat(clock.brokerMillis(3_700_000)).isBetween(3_699_000L, 3_700_000L);
    }

    @Test
    void anAnswerThatIsLateMovesNothing() {
        BrokerClock clock = new BrokerClock();
        for (long second = 0; second < 200; second++) {
            boolean late = second % 10 != 0;
            clock.acknowledged(second * 1_000 - (late ? 8_000 : 10), second * 1_000);
            assertThat(clock.brokerMillis(second * 1_000)).isEqualTo(second * 1_000);
        }
        assertThat(clock.problem()).isEmpty();
    }
}
