package io.tidemark.analysis.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.events.LoadKind;
import io.tidemark.events.MetricName;
import io.tidemark.events.MetricResult;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveResult;
import io.tidemark.events.StepResult;
import io.tidemark.schemas.FigureDoubt;
import io.tidemark.schemas.Metric;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A step of 100 s in which 200 requests were due, 190 were ok with 19,000 tokens, and 180 were good. */
class StepMeasurementsTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void aClosedLoopHasLatenciesErrorsThroughputAndGoodput() {
        List<MeasuredValue> figures =
                StepMeasurements.of(step(LoadKind.CONCURRENCY).build());
        assertThat(figures)
                .extracting(figure -> figure.question().measure().label(), MeasuredValue::value)
                .containsExactlyInAnyOrder(
                        tuple("tpot p50", 20e6),
                        tuple("tpot p95", 30e6),
                        tuple("tpot p99", 40e6),
                        tuple("error_share", 0.05),
                        tuple("requests_per_second", 1.9),
                        tuple("output_tokens_per_second", 190.0),
                        tuple("goodput", 1.8));
    }

    @Test
    void aMetricOfWhichNothingCanBeSaidIsNotCompared() {
        StepResult.Builder heldBack = step(LoadKind.CONCURRENCY);

        assertThat(StepMeasurements.of(heldBack.setFlags(List.of(FigureDoubt.HELD_BACK.sentence(190, 190)))
                        .build()))
                .extracting(figure -> figure.question().measure().label())
                .containsExactlyInAnyOrder("error_share", "requests_per_second", "output_tokens_per_second", "goodput");
        assertThat(StepMeasurements.of(heldBack.setFlags(List.of(FigureDoubt.HELD_BACK.sentence(1, 190)))
                        .build()))
                .extracting(figure -> figure.question().measure().label())
                .contains("tpot p95");
    }

    @Test
    void goodRequestsThatAreNotKnownAreNotComparedNorIsAnotherObjectiveOnThem() {
        StepResult.Builder step = step(LoadKind.CONCURRENCY);
        ObjectiveResult known = step.getObjectives().get(0);
        ObjectiveResult unknown =
                ObjectiveResult.newBuilder(known).setValue(null).build();

        assertThat(StepMeasurements.of(
                        step.setObjectives(List.of(unknown, known)).build()))
                .extracting(figure -> figure.question().measure().label())
                .contains("requests_per_second")
                .doesNotContain("goodput");
    }

    @Test
    void tokensThatWereCountedWrongAreNotCompared() {
        assertThat(StepMeasurements.of(step(LoadKind.CONCURRENCY)
                        .setFlags(List.of(FigureDoubt.USAGE_CONTRADICTED.sentence(190, 190)))
                        .build()))
                .extracting(figure -> figure.question().measure().label())
                .containsExactlyInAnyOrder("error_share", "requests_per_second", "goodput");
    }

    @Test
    void atAFixedRateThroughputSaysNothing() {
        assertThat(StepMeasurements.of(step(LoadKind.RATE).build()))
                .extracting(figure -> figure.question().measure().family())
                .doesNotContain(MeasureFamily.THROUGHPUT)
                .contains(MeasureFamily.GOODPUT);
    }

    /** A slot of the sketch is 2.17 % wide, so a value is off by 0.63 % of itself. */
    @Test
    void latenciesOfASketchKnowTheWidthOfItsSlots() {
        MeasureAtLoad tpot = new MeasureAtLoad(Measure.quantile(Metric.TPOT, 0.99), LoadKind.RATE, 4);
        MeasuredValue sketched = StepMeasurements.quantile(tpot, 40_000_000, 100_001);
        assertThat(Math.sqrt(sketched.ownVariance()) / sketched.value()).isCloseTo(0.00625, within(1e-5));
        assertThat(sketched.hasOwnError()).isFalse();
        assertThat(StepMeasurements.quantile(tpot, 40_000_000, 100_000).ownVariance())
                .isZero();
        MeasureAtLoad itl = new MeasureAtLoad(Measure.quantile(Metric.ITL, 0.99), LoadKind.RATE, 4);
        assertThat(StepMeasurements.quantile(itl, 40_000_000, 1_000).ownVariance())
                .isPositive();
    }

    @Test
    void aStepWithoutRequestsOrAnEndHasNoFigures() {
        assertThat(StepMeasurements.of(step(LoadKind.CONCURRENCY)
                        .setDue(0)
                        .setMeasureUntil(null)
                        .setMetrics(List.of())
                        .build()))
                .isEmpty();
    }

    private static StepResult.Builder step(LoadKind kind) {
        return StepResult.newBuilder()
                .setRun("r")
                .setStep(0)
                .setExperiment("e")
                .setPhase("p")
                .setWorkloadHash("w")
                .setLoadKind(kind)
                .setLoad(4)
                .setMeasureFrom(START)
                .setMeasureUntil(START.plusSeconds(100))
                .setDue(200)
                .setSent(200)
                .setOk(190)
                .setOutputTokens(19_000)
                .setMetrics(List.of(
                        MetricResult.newBuilder()
                                .setMetric(MetricName.TPOT)
                                .setCount(190)
                                .setSumNanos(1)
                                .setP50Nanos(20_000_000L)
                                .setP95Nanos(30_000_000L)
                                .setP99Nanos(40_000_000L)
                                .build(),
                        MetricResult.newBuilder()
                                .setMetric(MetricName.TTFT)
                                .setCount(0)
                                .setSumNanos(0)
                                .build()))
                .setObjectives(List.of(ObjectiveResult.newBuilder()
                        .setObjective("good")
                        .setKind(ObjectiveKind.GOOD_RATIO)
                        .setLimit(0.01)
                        .setValue(0.1)
                        .setCount(200)
                        .setBad(20)
                        .build()));
    }
}
