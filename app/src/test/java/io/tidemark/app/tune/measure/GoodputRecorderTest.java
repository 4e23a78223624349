package io.tidemark.app.tune.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.objective.Goodput;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.StepPart;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.read.PlanLoader;
import java.nio.file.Path;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Requests of two steps, of which some are too slow to their first token and some in their TPOT of 10 ms. */
final class GoodputRecorderTest {
    private final Plan plan = plan("""
            steps: [{rate: 2, duration: 10s}, {rate: 4, requests: 8}]
            slo: {objectives: ["ttft p95 < 200ms", "tpot p99 < 10ms", "errors < 50%"]}
            """);
    private final GoodputRecorder recorder = new GoodputRecorder(plan.objectives());

    private static Plan plan(String text) {
        return PlanLoader.parse(
                "experiment: e\nworkload: {kind: synthetic, prompt_tokens: 10, output_tokens: 11}\n" + text,
                "plan.yaml",
                Path.of("."));
    }

    private void ended(int step, RequestEvent.Builder request) {
        recorder.requestEnded(request.setStep(step).build());
    }

    private Goodput goodput() {
        return recorder.best(plan.steps()).orElseThrow().goodput();
    }

    @Test
    void aRequestCountsIfItKeepsTheLimitsOfAllObjectives() {
        ended(0, Events.request(0, 100));
        ended(0, Events.request(1, 201));
        ended(0, Events.request(2, 100).setLastTokenNanos(1_000_000L + 100_000_000 + 100_000_010));
        ended(0, Events.request(3, 100).setOutcome(Outcome.TOTAL_TIMEOUT));
        ended(0, Events.request(4, 200));

        assertThat(goodput()).isEqualTo(new Goodput(2, 5, 10));
    }

    @Test
    void onlyTheMeasuredPartCounts() {
        ended(0, Events.request(0, 100).setPart(StepPart.WARM_UP));
        ended(0, Events.request(1, 100));
        ended(0, Events.request(2, 100).setPart(StepPart.COOL_DOWN));

        assertThat(goodput()).isEqualTo(new Goodput(1, 1, 10));
    }

    /** Of the second step four of four requests, due every 500 ms, are good: the last is over 1.5 s + 1 ms + 100 ms + 101 ms after the first was due. */
    @Test
    void theStepWithTheHighestGoodputCountsAndOneOfRequestsLastsUntilTheLastOfThemIsOver() {
        for (int n = 0; n < 10; n++) {
            ended(0, Events.request(n, 100));
        }
        for (int n = 0; n < 4; n++) {
            ended(1, Events.request(n, 100));
        }

        assertThat(goodput()).isEqualTo(new Goodput(4, 4, 1.702));
        assertThat(recorder.best(plan.steps()).orElseThrow().step())
                .isEqualTo(plan.steps().get(1));
    }

    @Test
    void withoutARequestThereIsNone() {
        assertThat(recorder.best(plan.steps())).isEmpty();
    }

    @Test
    void aGoodputOfZeroHasNoLowerEndBecauseValuesAreComparedByRatios() {
        assertThat(GoodputMeasurement.interval(new Goodput(0, 10, 5)).low()).isEqualTo(OptionalDouble.empty());
        assertThat(GoodputMeasurement.interval(new Goodput(0, 10, 5)).high()).isPresent();
        assertThat(GoodputMeasurement.interval(new Goodput(9, 10, 5)).low()).isPresent();
    }
}
