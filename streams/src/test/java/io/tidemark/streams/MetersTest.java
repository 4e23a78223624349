package io.tidemark.streams;

import static io.tidemark.streams.Given.heartbeat;
import static io.tidemark.streams.Given.ok;
import static io.tidemark.streams.Given.tokens;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.events.Finality;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Topic;
import io.tidemark.streams.meter.StreamsMeter;
import io.tidemark.streams.meter.TeamMeters;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetersTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @TempDir
    private Path stateDir;

    private TeamDriver team;

    @BeforeEach
    void start() {
        team = new TeamDriver(stateDir, new TeamMeters(registry, TeamDriver.TEAM));
    }

    @AfterEach
    void stop() {
        team.close();
    }

    @Test
    void deadLettersAreCountedByTheTopicThatTheyCameFrom() {
        team.sendRaw(Topic.REQUESTS, new byte[] {1});
        team.sendRaw(Topic.REQUESTS, new byte[] {2});
        team.sendRaw(Topic.HEARTBEATS, new byte[] {3});

        assertThat(deadLetters("requests")).isEqualTo(2);
        assertThat(deadLetters("heartbeats")).isEqualTo(1);
        assertThat(deadLetters("tokens")).isZero();
    }

    @Test
    void whatALaneSendsTwiceIsADuplicate() {
        team.send(ok(0, 0.0, 100, 200).build());
        team.send(ok(0, 0.0, 100, 200).build());

        assertThat(count(StreamsMeter.DUPLICATES)).isEqualTo(1);
    }

    @Test
    void valuesForASecondThatWasFinalAreLate() {
        team.send(tokens(0, 0.0, 100, 20, 1).build());
        team.send(heartbeat(5, 1, 0).build());
        team.pass(Duration.ofSeconds(1));
        assertThat(count(StreamsMeter.LATE)).isZero();

        // One chunk, 100 ms after it was due: a TTFT and a TTFT since due, for second 0.
        team.send(tokens(1, 0.0, 100, 20, 1).build());

        assertThat(count(StreamsMeter.LATE)).isEqualTo(2);
    }

    @Test
    void everyWindowRecordIsCountedByItsFinality() {
        team.send(tokens(0, 0.0, 100, 20, 1).build());
        team.send(heartbeat(5, 1, 0).build());
        team.pass(Duration.ofSeconds(3));

        var windows = team.read(Topic.WINDOWS, WindowStats.class);
        long finals = windows.stream()
                .filter(window -> window.getFinality() == Finality.FINAL)
                .count();
        assertThat(finals).isPositive();
        assertThat(registry.get(StreamsMeter.WINDOWS.id())
                        .tag("finality", "final")
                        .counter()
                        .count())
                .isEqualTo((double) finals);
    }

    @Test
    void seriesAndRunsAreThoseInMemory() {
        team.send(ok(0, 0.0, 100, 200).setRequestClass("chat").build());
        team.send(ok(1, 0.0, 100, 200).setRequestClass("batch").build());
        team.pass(Duration.ofSeconds(1));

        assertThat(gauge(StreamsMeter.RUNS)).isEqualTo(1);
        assertThat(gauge(StreamsMeter.SERIES)).isEqualTo(3); // chat, batch, and all of them together
    }

    @Test
    void aLaneThatStopsBeforeItsEndIsSilent() {
        team.send(heartbeat(1, 0, 0).build());
        team.pass(Duration.ofSeconds(1));
        assertThat(gauge(StreamsMeter.SILENT_LANES)).isZero();

        team.pass(Duration.ofSeconds(6));
        assertThat(gauge(StreamsMeter.SILENT_LANES)).isEqualTo(1);
    }

    @Test
    void lossesOfAClientAreAddedUpFromItsRunningTotals() {
        team.send(heartbeat(1, 0, 0).setLaneSeq(0).setOverflow(3).setDropped(1).build());
        team.send(heartbeat(2, 0, 0).setLaneSeq(1).setOverflow(5).setDropped(1).build());

        assertThat(count(StreamsMeter.CLIENT_LOST)).isEqualTo(5);
        assertThat(count(StreamsMeter.CLIENT_DROPPED)).isEqualTo(1);
    }

    @Test
    void whatIsNoLongerWaitedForIsMissing() {
        team.send(ok(0, 0.0, 100, 200).setTokenBatches(0).build());
        team.send(heartbeat(1, 0, 1)
                .setNextTokenBatch(0)
                .setNextRequest(3)
                .setLostRequests(2)
                .build());
        team.pass(Duration.ofSeconds(2));

        assertThat(count(StreamsMeter.MISSING)).isEqualTo(2);
    }

    private double deadLetters(String topic) {
        return registry.get(StreamsMeter.DEAD_LETTERS.id())
                .tags("team", "alpha", "topic", topic)
                .counter()
                .count();
    }

    private double count(StreamsMeter meter) {
        return registry.get(meter.id()).tag("team", "alpha").counter().count();
    }

    private double gauge(StreamsMeter meter) {
        return registry.get(meter.id()).tag("team", "alpha").gauge().value();
    }
}
