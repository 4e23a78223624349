package io.tidemark.streams.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.DoubtCount;
import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveResult;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.Outcome;
import io.tidemark.events.StepBlock;
import io.tidemark.events.StepResult;
import io.tidemark.events.StepState;
import io.tidemark.events.Verdict;
import io.tidemark.events.VerdictBasis;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.panes.GoodRequestCriterion;
import io.tidemark.streams.panes.Pane;
import io.tidemark.streams.panes.RequestMeasurement;
import io.tidemark.streams.signals.ScrapeHistory;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A request a second from a full minute on; the scenario says its TTFT, its E2E is a second, and it has one gap of 10 ms. */
class StepCellsTest {
    private static final long START = 60L * 28_000_000;
    private static final long MILLIS = 1_000_000;

    @BeforeAll
    static void trust() {
        TrustedEventClasses.trust();
    }

    @Test
    void aStepHasBothVerdictsAndItsObjectiveSaysWhichIsItsOwn() {
        // Nothing is bad of 1,800 and half a minute of each block is as slow as half a minute of the others.
        StepAccumulator book = book(30 * 60, second -> 100 + second % 60);

        ObjectiveResult sustained = new StepObjectives(book).judge(under(200, VerdictBasis.SUSTAINED));
        ObjectiveResult alone = new StepObjectives(book).judge(under(200, VerdictBasis.SHORT_RUN));

        assertThat(sustained.getVerdict()).isEqualTo(Verdict.PASS);
        assertThat(sustained.getVerdictOn()).isEqualTo(VerdictBasis.SUSTAINED);
        assertThat(sustained.getSustained().getBlocks()).isEqualTo(30);
        assertThat(alone.getVerdictOn()).isEqualTo(VerdictBasis.SHORT_RUN);
        assertThat(alone.getBasis()).startsWith("number of requests");
        assertThat(alone.getSustained()).isEqualTo(sustained.getSustained());
        assertThat(alone.getLow()).isEqualTo(alone.getShortRun().getLow()).isNotNull();
    }

    @Test
    void whereBlocksAreTooFewTheVerdictOnTheRequestsAloneStandsBesideIt() {
        StepAccumulator book = book(50, second -> 180 + second);

        ObjectiveResult result = new StepObjectives(book).judge(under(200, VerdictBasis.SUSTAINED));

        // 29 of 50 are bad: of the 2.7 states of 15 s that four whole blocks have, as many as 1.5, which may be chance
        assertThat(result.getSustained().getReason()).isEqualTo("too few blocks: 5 of 10 s, 6 needed");
        assertThat(result.getVerdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(result.getLow()).isNull();
        assertThat(result.getShortRun().getVerdict()).isEqualTo(Verdict.FAIL);
        assertThat(result.getShortRun().getLow()).isNotNull();
    }

    @Test
    void aStepOfWhichTheClientWasTheBottleneckIsInvalidWhateverItsRequestsSay() {
        StepState late = StepState.newBuilder()
                .setRun("run")
                .setStep(0)
                .setLoad(1)
                .setStarted(Instant.EPOCH)
                .setMeasureFrom(Instant.EPOCH)
                .setInvalidReasons(List.of("step 1 (1 req/s) sent its requests late"))
                .build();
        StepContext told = new StepContext(
                context().where(),
                Optional.empty(),
                Optional.of(late),
                context().beside());

        StepResult result = StepResults.of(book(30 * 60, second -> 100 + second % 60), told, Completeness.of(true, 0));

        assertThat(result.getVerdict()).isEqualTo(Verdict.INVALID);
        assertThat(result.getSustainedVerdict()).isEqualTo(Verdict.INVALID);
        assertThat(result.getShortRunVerdict()).isEqualTo(Verdict.INVALID);
        assertThat(result.getFlags())
                .containsExactly("INVALID, so it is ignored: step 1 (1 req/s) sent its requests late");
        assertThat(result.getObjectives().get(0).getVerdict()).isEqualTo(Verdict.PASS);
    }

    @Test
    void aFactOfTheStepWithholdsTheVerdictAndWithItThatOfTheStep() {
        StepState shorter = StepState.newBuilder()
                .setRun("run")
                .setStep(0)
                .setLoad(1)
                .setStarted(Instant.EPOCH)
                .setMeasureFrom(Instant.EPOCH)
                .setEnded(Instant.ofEpochSecond(START + 1_800))
                .setDoubts(List.of(new DoubtCount("short_answers", 230L, 1_000L)))
                .build();
        StepContext told = new StepContext(
                context().where(),
                Optional.empty(),
                Optional.of(shorter),
                context().beside());

        StepResult result = StepResults.of(book(30 * 60, second -> 100 + second % 60), told, Completeness.of(true, 0));

        assertThat(result.getVerdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(result.getSustainedVerdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(result.getShortRunVerdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(result.getObjectives().get(0).getSustained().getReason())
                .startsWith("output tokens of exact_output that are missing: 230 of 1,000; ");
    }

    @Test
    void aFinalResultHasABlockForEachMinute() {
        StepAccumulator book = book(150, second -> second < 60 ? 300 : 100);

        StepResult result = StepResults.of(book, context(), Completeness.of(true, 0));

        assertThat(result.getBlockNanos()).isEqualTo(60_000 * MILLIS);
        assertThat(result.getBlocks()).extracting(StepBlock::getDue).containsExactly(60L, 60L, 30L);
        assertThat(result.getBlocks())
                .extracting(StepBlock::getFrom)
                .element(1)
                .isEqualTo(Instant.ofEpochSecond(START + 60));
        assertThat(result.getBlocks())
                .extracting(block -> block.getBad().get("ttft"))
                .containsExactly(60L, 0L, 0L);
        assertThat(result.getBlocks())
                .allSatisfy(block -> assertThat(block.getMetrics())
                        .extracting(metric -> metric.getMetric())
                        .contains(MetricName.TTFT, MetricName.ITL));
        assertThat(StepResults.of(book, context(), Completeness.of(false, 0)).getBlocks())
                .isEmpty();
    }

    @Test
    void cellsAreSavedAndPutBackThoughTheyWereJoinedMeanwhile() {
        Map<String, byte[]> saved = new HashMap<>();
        StepAccumulator book = book(3_000, second -> 100 + second % 60);
        saved.putAll(book.takeUnsaved());
        add(book, 3_000, 9_000, second -> 300);
        saved.putAll(book.takeUnsaved());
        StepAccumulator restored = new StepAccumulator();
        saved.forEach(restored::restore);
        restored.follow(GoodRequestCriterion.byText(List.of(under(200, VerdictBasis.SUSTAINED))));

        assertThat(restored.cells().cellSeconds()).isEqualTo(20);
        assertThat(new StepObjectives(restored).judge(under(200, VerdictBasis.SUSTAINED)))
                .isEqualTo(new StepObjectives(book).judge(under(200, VerdictBasis.SUSTAINED)));
        assertThat(book.parts()).containsAll(saved.keySet());
    }

    @Test
    void anObjectiveThatComesLateIsCountedInEachCell() {
        StepAccumulator late = new StepAccumulator();
        add(late, 0, 1_500, second -> second < 300 ? 300 : 100);
        late.follow(GoodRequestCriterion.byText(List.of(under(200, VerdictBasis.SUSTAINED))));

        assertThat(new StepObjectives(late).judge(under(200, VerdictBasis.SUSTAINED)))
                .isEqualTo(new StepObjectives(book(1_500, second -> second < 300 ? 300 : 100))
                        .judge(under(200, VerdictBasis.SUSTAINED)));
    }

    private static StepContext context() {
        return new StepContext(
                new StepContext.Where("run", 0, OptionalInt.empty()),
                Optional.empty(),
                Optional.empty(),
                new StepContext.Context(
                        List.of(under(200, VerdictBasis.SUSTAINED)),
                        objective -> ObjectiveStatus.UNKNOWN,
                        new ScrapeHistory()));
    }

    private static StepAccumulator book(int seconds, IntToLongFunction ttftMillis) {
        StepAccumulator book = new StepAccumulator();
        book.follow(GoodRequestCriterion.byText(List.of(under(200, VerdictBasis.SUSTAINED))));
        add(book, 0, seconds, ttftMillis);
        return book;
    }

    private static void add(StepAccumulator book, int from, int until, IntToLongFunction ttftMillis) {
        Pane pane = new Pane();
        LogHistogram gap = new LogHistogram();
        gap.add(10 * MILLIS);
        for (int second = from; second < until; second++) {
            RequestMeasurement fact = fact(second, ttftMillis.applyAsLong(second));
            pane.addEnded(fact);
            pane.measuredItl().merge(fact, gap);
        }
        book.add(pane);
    }

    private static RequestMeasurement fact(int second, long ttftMillis) {
        long ttft = ttftMillis * MILLIS;
        RequestMeasurement.Times times = new RequestMeasurement.Times(ttft, ttft, 10 * MILLIS, 1_000 * MILLIS, 0);
        return new RequestMeasurement(true, Outcome.OK, true, times).dueAt(START + second);
    }

    private static ObjectiveState under(long millis, VerdictBasis basis) {
        return ObjectiveState.newBuilder()
                .setName("ttft")
                .setKind(ObjectiveKind.QUANTILE)
                .setMetric(MetricName.TTFT)
                .setQuantile(0.95)
                .setLimitNanos(millis * MILLIS)
                .setVerdictOn(basis)
                .build();
    }
}
