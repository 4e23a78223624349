package io.tidemark.producer.tally;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.TokenSource;
import org.junit.jupiter.api.Test;

class ThroughputTimelineTest {
    private static final long START = 5_000_000_000L;

    private final ThroughputTimeline output = new ThroughputTimeline(START);

    private static long at(double second) {
        return START + (long) (second * 1e9);
    }

    /** An answer with so many tokens in each of its chunks, which come at these seconds; ends with its last. */
    private void answer(int tokensEach, double... seconds) {
        RequestOutputTimeline chunks = new RequestOutputTimeline(START);
        for (double second : seconds) {
            chunks.add(at(second), tokensEach);
        }
        output.ok(
                at(seconds[seconds.length - 1]),
                new ThroughputTimeline.Answered(tokensEach * seconds.length, TokenSource.USAGE, chunks));
    }

    @Test
    void thePeakIsTheFullestSecond() {
        answer(10, 0.5, 1.5, 2.5);
        answer(4, 1.1, 1.2, 1.3);

        StepThroughput.Output told = output.output();
        assertThat(told.requests()).isEqualTo(2);
        assertThat(told.tokens()).isEqualTo(42);
        assertThat(told.peak().tokensPerSecond()).hasValue(22);
        assertThat(told.peak().source()).isEqualTo(TokenSource.CONTINUOUS_USAGE);
    }

    @Test
    void theSteadyWindowIsWholeSecondsFromTheRampsEndUntilTheLastDue() {
        // The ramp ends at 1.2 s, the last request is due at 4.6 s: [2 s, 4 s).
        output.due(at(0));
        output.startSteadyWindow(at(1.2));
        answer(1, 1.9); // before
        output.due(at(2.5));
        answer(5, 2.0, 3.0); // both in it
        output.due(at(4.6));
        answer(7, 3.9, 4.0); // one chunk in it; it ends beyond

        StepThroughput.Steady steady = output.output().steady();
        assertThat(steady.fromNanos()).hasValue(2_000_000_000L);
        assertThat(steady.untilNanos()).hasValue(4_000_000_000L);
        assertThat(steady.tokens()).isEqualTo(17);
        assertThat(steady.requests()).isEqualTo(1);
        assertThat(steady.tokensPerSecond()).hasValue(8.5);
        assertThat(steady.requestsPerSecond()).hasValue(0.5);
    }

    @Test
    void onlyTheFirstEndOfTheRampCounts() {
        output.startSteadyWindow(at(1.0));
        output.startSteadyWindow(at(3.0));
        output.due(at(5.0));

        assertThat(output.output().steady().fromNanos()).hasValue(1_000_000_000L);
    }

    @Test
    void withoutAWholeSecondBetweenThemThereIsNoSteadyWindow() {
        output.startSteadyWindow(at(1.2));
        output.due(at(2.9));

        assertThat(output.output().steady()).isEqualTo(StepThroughput.Steady.NONE);
    }

    @Test
    void theWeakestWayOfCountingIsTheOneThatIsTold() {
        answer(2, 0.1);
        RequestOutputTimeline uncounted = new RequestOutputTimeline(START);
        uncounted.add(at(0.2), -1);
        output.ok(at(0.3), new ThroughputTimeline.Answered(3, TokenSource.CHUNK_ESTIMATE, uncounted));

        assertThat(output.output().peak().source()).isEqualTo(TokenSource.CHUNK_ESTIMATE);
        assertThat(output.output().peak().tokensPerSecond()).hasValue(5);
    }

    @Test
    void anHourLaterSlotsAreUsedAnewAndSumsGoOn() {
        answer(3, 10.5);
        answer(2, 3_610.5);

        assertThat(output.output().tokens()).isEqualTo(5);
        assertThat(output.output().peak().tokensPerSecond()).hasValue(3);
    }
}
