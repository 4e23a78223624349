package io.tidemark.producer.validity;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.LoadKind;
import io.tidemark.events.Outcome;
import io.tidemark.producer.plan.LoadLimits;
import io.tidemark.producer.run.FirstRequest;
import io.tidemark.producer.tally.PrefixCacheShare;
import io.tidemark.producer.tally.StepCounts;
import io.tidemark.producer.tally.StepOfferedLoad;
import io.tidemark.producer.tally.StepSummary;
import io.tidemark.producer.tally.StepThroughput;
import io.tidemark.producer.validity.RunValidity.EventLosses;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class RunValidityTest {
    private static final EventLosses NONE = new EventLosses(0, 0, "");

    private static final StepOfferedLoad RATE =
            new StepOfferedLoad(LoadKind.RATE, 2.5, OptionalDouble.of(2.4), OptionalDouble.of(2.4));

    private static StepSummary step(long due, long sentInSchedule, long lagMillis) {
        StepCounts counts =
                new StepCounts(due, sentInSchedule, due, 0, due, sentInSchedule, StepCounts.Now.NONE, 1, Map.of());
        return new StepSummary(1, RATE, counts, OptionalLong.of(lagMillis * 1_000_000), StepThroughput.NONE, List.of());
    }

    private static List<String> reasons(StepSummary step, EventLosses losses) {
        return RunValidity.invalidReasons(List.of(step), LoadLimits.DEFAULT, losses);
    }

    @Test
    void whatWasSentInTimeIsValidWhateverRateWasDrawn() {
        assertThat(reasons(step(1000, 980, 50), NONE)).isEmpty();
    }

    @Test
    void sendingTooLittleIsToldInWords() {
        assertThat(reasons(step(1000, 640, 1), NONE))
                .containsExactly("step 2 (2.5 req/s) sent 64 % of its requests on time (limit 98 %):"
                        + " the client was the bottleneck, not the server");
    }

    @Test
    void sendingLateIsToldInWords() {
        assertThat(reasons(step(1000, 1000, 2100), NONE))
                .containsExactly(
                        "step 2 (2.5 req/s) sent its requests late: p99 of sent - due was 2,100 ms (limit 50 ms)");
    }

    @Test
    void aTinyLimitIsNamedAsItIs() {
        StepSummary step = new StepSummary(
                0, RATE, step(10, 10, 0).counts(), OptionalLong.of(81_400), StepThroughput.NONE, List.of());
        LoadLimits limits =
                new LoadLimits(10, Duration.ofSeconds(1), Duration.ofNanos(1_500), 0.5, Duration.ZERO, Duration.ZERO);

        assertThat(RunValidity.invalidReasons(List.of(step), limits, NONE))
                .containsExactly(
                        "step 1 (2.5 req/s) sent its requests late: p99 of sent - due was 0.0814 ms (limit 0.0015 ms)");
    }

    @Test
    void aServersSentenceEndsInsideOurs() {
        assertThat(FirstRequest.withoutFullStop("HTTP_ERROR, HTTP 404, The model does not exist.. "))
                .isEqualTo("HTTP_ERROR, HTTP 404, The model does not exist");
    }

    @Test
    void lossesMakeARunInvalid() {
        assertThat(reasons(step(10, 10, 1), new EventLosses(3, 4, "the spool was full")))
                .containsExactly(
                        "3 events were lost because the queue to the publisher was full",
                        "4 events were lost on their way to Kafka: the spool was full");
    }

    @Test
    void oneLateRequestOf61VoidsItsStepAndNotTheRun() {
        StepSummary late = step(61, 61, 90);
        StepSummary sound = step(61, 61, 1);

        assertThat(RunValidity.invalidReasons(late, LoadLimits.DEFAULT)).hasSize(1);
        assertThat(RunValidity.invalidReasons(sound, LoadLimits.DEFAULT)).isEmpty();
        assertThat(RunValidity.invalidReasons(List.of(sound, late, sound), LoadLimits.DEFAULT, NONE))
                .isEmpty();
    }

    @Test
    void aStepThatMeasuredNothingIsInvalid() {
        assertThat(reasons(step(0, 0, 1), NONE))
                .containsExactly("step 2 (2.5 req/s) had no request due in its measured part");
    }

    @Test
    void aStepOfRequestsAllAtOnceHasNoRate() {
        StepOfferedLoad load = StepOfferedLoad.ALL_AT_ONCE;
        StepSummary atOnce =
                new StepSummary(2, load, step(0, 0, 1).counts(), OptionalLong.empty(), StepThroughput.NONE, List.of());

        assertThat(load.isAllAtOnce()).isTrue();
        assertThat(RATE.isAllAtOnce()).isFalse();
        assertThat(reasons(atOnce, NONE))
                .containsExactly("step 3 (all at once) had no request due in its measured part");
    }

    @Test
    void timeSpentWaitingForTheCapIsNotTheClientsAndIsToldSo() {
        StepThroughput capped = new StepThroughput(
                OptionalLong.empty(), new StepThroughput.Conversations(100, 0, 40), StepThroughput.NONE.output());
        StepSummary late =
                new StepSummary(0, RATE, step(100, 100, 60).counts(), OptionalLong.of(60_000_000), capped, List.of());

        assertThat(reasons(late, NONE))
                .containsExactly("step 1 (2.5 req/s) sent its requests late: p99 of sent - the moment it could go was"
                        + " 60 ms (limit 50 ms)");
    }

    @Test
    void whatFailedInTheClientMakesARunInvalidAndItsFirstCauseIsTold() {
        StepCounts counts = new StepCounts(
                100, 100, 99, 0, 100, 100, StepCounts.Now.NONE, 1, Map.of(Outcome.OK, 96L, Outcome.CLIENT_ERROR, 3L));
        StepSummary step = new StepSummary(
                1,
                RATE,
                counts,
                OptionalLong.of(0),
                StepThroughput.NONE,
                PrefixCacheShare.UNKNOWN,
                Optional.of("no free local port"),
                List.of(),
                List.of(),
                List.of());

        assertThat(reasons(step, NONE))
                .containsExactly(
                        "step 2 (2.5 req/s) had 3 of 99 requests that failed in this client, not in the server; the first:"
                                + " no free local port",
                        "step 2 (2.5 req/s) has no event of 1 of the 100 requests that were due: an error of this client,"
                                + " see its log");
    }

    @Test
    void aStepOfConcurrencyIsNamedByIt() {
        StepSummary closed = new StepSummary(
                0,
                new StepOfferedLoad(LoadKind.CONCURRENCY, 8, OptionalDouble.empty(), OptionalDouble.of(3)),
                step(100, 100, 60).counts(),
                OptionalLong.of(60_000_000),
                StepThroughput.NONE,
                List.of());

        assertThat(reasons(closed, NONE))
                .containsExactly(
                        "step 1 (8 concurrent) sent its requests late: p99 of sent - due was 60 ms (limit 50 ms)");
    }
}
