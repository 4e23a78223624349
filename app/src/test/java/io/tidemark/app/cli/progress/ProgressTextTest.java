package io.tidemark.app.cli.progress;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.LoadKind;
import io.tidemark.events.Outcome;
import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.plan.load.ArrivalPlan;
import io.tidemark.producer.plan.load.LoadModel;
import io.tidemark.producer.tally.RunProgress;
import io.tidemark.producer.tally.StepCounts;
import io.tidemark.producer.tally.StepOfferedLoad;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ProgressTextTest {
    private static StepCounts ended(Map<Outcome, Long> outcomes) {
        long all = outcomes.values().stream().mapToLong(Long::longValue).sum();
        return new StepCounts(all, all, all, 0, all, all, StepCounts.Now.NONE, 1, outcomes);
    }

    @Test
    void aStepSaysWhatBecameOfThoseThatWereNotOk() {
        assertThat(ProgressText.failed(ended(Map.of(Outcome.OK, 953L, Outcome.TLS, 3L, Outcome.HTTP_ERROR, 1_044L))))
                .contains("1,047 of 2,000 requests were not ok: http error 1,044, tls 3");
    }

    /** Of a conversation that began in the measured part four turns are due after it. */
    @Test
    void howManyAreMeasuredIsSaidWhereOthersAreCountedToo() {
        StepCounts counts = new StepCounts(
                40, 40, 40, 0, 36, 36, StepCounts.Now.NONE, 1, Map.of(Outcome.OK, 20L, Outcome.HTTP_ERROR, 20L));

        assertThat(ProgressText.failed(counts)).contains("20 of 40 requests (36 measured) were not ok: http error 20");
    }

    /** One request that was due a nanosecond ago is a rate of 1e9 a second; six in 2 s are 3. */
    @Test
    void aStepThatFollowsATraceHasARateWhenItHasEndedOnly() {
        StepPlan step = new StepPlan(
                LoadModel.Open.of(new ArrivalPlan.Trace(1)), new StepPlan.Counting(6), Duration.ZERO, Duration.ZERO);

        assertThat(ProgressText.begins(ofTrace(1, 1e9), step)).isEqualTo("  step 1/1  trace");
        assertThat(ProgressText.running(ofTrace(1, 1e9), step, List.of())).startsWith("      trace  ");
        assertThat(ProgressText.endedPlain(ofTrace(6, 3), List.of()))
                .startsWith("  step 1/1  3 req/s, 6 requests in 2 s");
    }

    private static RunProgress ofTrace(long due, double perSecond) {
        return new RunProgress(
                0,
                1,
                new RunProgress.ByCount(due, 6),
                new StepOfferedLoad(
                        LoadKind.RATE, perSecond, OptionalDouble.of(perSecond), OptionalDouble.of(perSecond)),
                Duration.ofSeconds(2),
                ended(Map.of(Outcome.OK, due)),
                new RunProgress.Latencies(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty()));
    }

    @Test
    void aStepOfWhichAllWereOkSaysNothing() {
        assertThat(ProgressText.failed(ended(Map.of(Outcome.OK, 2L)))).isEmpty();
        assertThat(ProgressText.failed(ended(Map.of()))).isEmpty();
    }
}
