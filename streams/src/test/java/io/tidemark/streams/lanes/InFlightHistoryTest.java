package io.tidemark.streams.lanes;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.Heartbeat;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.panes.SeriesKey;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class InFlightHistoryTest {
    private static final SeriesKey SERIES = new SeriesKey(0, "default", SeriesKey.ALL);

    private final InFlightHistory flights = new InFlightHistory();

    @Test
    void theNextSecondWithAnythingInFlightIsFoundBeyondThoseWithout() {
        for (int second = 0; second < 3_600; second++) {
            flights.onHeartbeat(beat("lane-0", second, 0, second % 1_000 == 700));
            flights.onHeartbeat(beat("lane-1", second, 1, true));
        }
        assertThat(flights.nextFrom(SERIES, 0)).hasValue(700);
        assertThat(flights.nextFrom(SERIES, 700)).hasValue(700);
        assertThat(flights.nextFrom(SERIES, 701)).hasValue(1_700);
        assertThat(flights.nextFrom(SERIES, 3_000)).isEqualTo(OptionalLong.empty());
        assertThat(flights.nextFrom(SERIES.of("chat"), 0))
                .as("classes are not told apart")
                .hasValue(700);

        flights.evict(1_000);
        assertThat(flights.nextFrom(SERIES, 0)).hasValue(1_700);
    }

    @Test
    void aBeatThatSlippedSpeaksOfTheSecondBefore() {
        flights.onHeartbeat(beat("lane-0", 10, 0, false));
        flights.onHeartbeat(beat("lane-0", 12, 0, true));
        assertThat(flights.nextFrom(SERIES, 0)).hasValue(11);
        assertThat(flights.nextFrom(SERIES, 12)).hasValue(12);
    }

    @Test
    void whatWasSavedIsFoundAgain() {
        flights.onHeartbeat(beat("lane-0", 5, 0, true));
        InFlightHistory restored = new InFlightHistory();
        flights.takeUnsaved().forEach((name, bytes) -> {
            var unused = restored.restore(name, bytes);
        });
        assertThat(restored.nextFrom(SERIES, 0)).hasValue(5);
        assertThat(restored.evict(6)).containsExactly("5/lane-0");
        assertThat(restored.nextFrom(SERIES, 0)).isEmpty();
    }

    private static Heartbeat beat(String lane, long second, int step, boolean isInFlight) {
        Heartbeat.Builder beat = Heartbeat.newBuilder()
                .setRun("run")
                .setLane(lane)
                .setLaneSeq(second)
                .setAt(Instant.ofEpochSecond(second))
                .setPublishedThrough(Instant.ofEpochSecond(second))
                .setTokenBatches(0)
                .setRequests(0)
                .setStep(step)
                .setTarget("default");
        if (isInFlight) {
            LogHistogram ages = new LogHistogram();
            ages.add(1_000_000);
            beat.setInFlight(1).setWaitingAges(ByteBuffer.wrap(ages.encode()));
        }
        return beat.build();
    }
}
