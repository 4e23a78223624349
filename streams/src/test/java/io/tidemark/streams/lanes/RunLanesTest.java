package io.tidemark.streams.lanes;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.Finality;
import io.tidemark.events.Heartbeat;
import io.tidemark.streams.state.EntryKind;
import io.tidemark.streams.state.EntryWriter;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** A lane of which events were read, and neither the run's definition nor a heartbeat. */
class RunLanesTest {
    private static final long START = 1_700_000_000L;
    private static final long LAST_SECOND = START + 3;

    private RunLanes lanes = new RunLanes();

    private void read(long throughSecond, long afterSeconds) {
        LaneProgress.Events none = new LaneProgress.Events(new SequenceRanges(), new SequenceRanges());
        var unused =
                lanes.progress(new LaneProgress("lane", 0, START + throughSecond, none, none), millis(afterSeconds));
    }

    private void restart(long afterSeconds) {
        Map<String, byte[]> saved = new HashMap<>();
        lanes.save(new EntryWriter() {
            @Override
            public void put(EntryKind kind, String name, byte[] bytes) {
                saved.put(name, bytes);
            }

            @Override
            public void delete(EntryKind kind, String name) {
                throw new AssertionError(kind + " " + name);
            }

            @Override
            public void deleteAll(EntryKind kind, Predicate<String> names) {
                throw new AssertionError(kind);
            }
        });
        lanes = new RunLanes();
        saved.forEach((name, bytes) -> lanes.restore(name, bytes, millis(afterSeconds)));
    }

    private static long millis(long afterSeconds) {
        return (START + afterSeconds) * 1000;
    }

    /** Whether all that was read is final. */
    private boolean isSettled(long afterSeconds) {
        Optional<RunWatermark> watermark = lanes.watermark(millis(afterSeconds), LAST_SECOND + 1);
        assertThat(watermark).map(RunWatermark::finality).hasValue(Finality.FINAL);
        return watermark.orElseThrow().throughSecond() > LAST_SECOND;
    }

    /** The lane lost a request, or none. */
    private void announce(String lane, int lost) {
        Instant at = Instant.ofEpochSecond(START + 1);
        lanes.onHeartbeat(
                Heartbeat.newBuilder()
                        .setRun("run")
                        .setLane(lane)
                        .setLaneSeq(0)
                        .setAt(at)
                        .setPublishedThrough(at)
                        .setTokenBatches(0)
                        .setRequests(0)
                        .setNextTokenBatch(0)
                        .setNextRequest(lost)
                        .setLostRequests(lost)
                        .build(),
                millis(1));
    }

    @Test
    void onlyLanesOfWhichEventsAreMissingAreAskedForThem() {
        announce("lane", 1);
        announce("whole", 0);
        restart(2);
        announce("another", 1);
        assertThat(lanes.missing(0, Long.MAX_VALUE)).isEqualTo(2);
        assertThat(lanes.lacking()).isEqualTo(2);

        SequenceRanges came = new SequenceRanges();
        came.add(0);
        LaneProgress.Events none = new LaneProgress.Events(new SequenceRanges(), new SequenceRanges());
        var unused = lanes.progress(
                new LaneProgress("lane", 0, START, none, new LaneProgress.Events(came, new SequenceRanges())),
                millis(3));
        assertThat(lanes.missing(0, Long.MAX_VALUE)).isEqualTo(1);
        assertThat(lanes.lacking()).isEqualTo(1);
    }

    @Test
    void isSettledAfterHalfAMinuteWithoutEvents() {
        read(3, 4);
        assertThat(isSettled(33)).isFalse();
        assertThat(isSettled(34)).isTrue();
    }

    @Test
    void isWaitedForTwoMinutesAfterARestartForItsEventsMayNotBeReadableYet() {
        read(3, 4);
        restart(20);
        assertThat(isSettled(20 + 119)).isFalse();
        assertThat(isSettled(20 + 120)).isTrue();
    }

    @Test
    void isNewAgainAfterARestartWhenItsBacklogIsReadBeforeItsHeartbeats() {
        read(3, 4);
        restart(100);
        read(90, 101);
        assertThat(isSettled(129)).isFalse();
        assertThat(isSettled(130)).isTrue();
    }
}
