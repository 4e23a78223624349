package io.tidemark.streams.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.Finality;
import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveResult;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.Outcome;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.streams.panes.GoodRequestCriterion;
import io.tidemark.streams.panes.Pane;
import io.tidemark.streams.panes.RequestMeasurement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BadRequestCountsTest {
    static {
        TrustedEventClasses.trust(); // before the constants
    }

    private static final ObjectiveState GOOD = ObjectiveState.newBuilder()
            .setName("good")
            .setKind(ObjectiveKind.GOOD_RATIO)
            .setGoodLimitsNanos(Map.of("TTFT_DUE", 100L, "TPOT", 10L))
            .setMaxBadRatio(0.05)
            .build();
    private static final ObjectiveState QUANTILE = ObjectiveState.newBuilder()
            .setName("quantile")
            .setKind(ObjectiveKind.QUANTILE)
            .setMetric(MetricName.TTFT_DUE)
            .setQuantile(0.99)
            .setLimitNanos(100)
            .build();

    @Test
    void badRequestsAreCountedBeyondThoseThatAreKept() {
        StepAccumulator book = new StepAccumulator();
        book.follow(GoodRequestCriterion.byText(List.of(GOOD, QUANTILE)));
        add(book, StepAccumulator.MAX_EXACT, 50, 5);
        add(book, 7, 101, 5); // a nanosecond beyond the limit, within a bucket of the sketch
        add(book, 3, 50, 11); // TPOT alone
        ObjectiveResult good = new StepObjectives(book).judge(GOOD);
        assertThat(good.getCount()).isEqualTo(StepAccumulator.MAX_EXACT + 10L);
        assertThat(good.getBad()).isEqualTo(10);
        assertThat(new StepObjectives(book).judge(QUANTILE).getBad()).isEqualTo(7);
    }

    @Test
    void anObjectiveThatComesLateIsCountedOverWhatIsKept() {
        StepAccumulator book = new StepAccumulator();
        add(book, 5, 101, 5);
        book.follow(GoodRequestCriterion.byText(List.of(GOOD)));
        add(book, 2, 101, 5);
        assertThat(new StepObjectives(book).judge(GOOD).getBad()).isEqualTo(7);
    }

    @Test
    void theCountsAreSavedAndPutBack() {
        StepAccumulator book = new StepAccumulator();
        book.follow(GoodRequestCriterion.byText(List.of(GOOD)));
        add(book, 600, 101, 5);
        StepAccumulator restored = new StepAccumulator();
        restored.follow(GoodRequestCriterion.byText(List.of(GOOD)));
        book.takeUnsaved().forEach(restored::restore);
        restored.follow(GoodRequestCriterion.byText(List.of(GOOD)));
        add(restored, 1, 101, 5);
        assertThat(new StepObjectives(restored).judge(GOOD).getBad()).isEqualTo(601);
    }

    @Test
    void onlyCriteriaThatWereNotFollowedBeforeAreSavedAnew() {
        StepAccumulator book = new StepAccumulator();
        book.follow(GoodRequestCriterion.byText(List.of(GOOD)));
        add(book, 600, 101, 5);
        assertThat(book.takeUnsaved()).isNotEmpty();

        ObjectiveState renamed =
                ObjectiveState.newBuilder(GOOD).setName("another").build();
        book.follow(GoodRequestCriterion.byText(List.of(GOOD, renamed)));
        book.markChanged();
        assertThat(book.takeUnsaved()).isEmpty();
        assertThat(book.isResultDue(Finality.PROVISIONAL)).isTrue();

        book.follow(GoodRequestCriterion.byText(List.of(GOOD, QUANTILE)));
        assertThat(book.takeUnsaved()).containsKey("totals");
        book.follow(GoodRequestCriterion.byText(List.of(QUANTILE)));
        assertThat(book.takeUnsaved()).containsKey("totals");
    }

    @Test
    void aStepWithoutRequestsIsSavedOnce() {
        StepAccumulator book = new StepAccumulator();
        book.follow(GoodRequestCriterion.byText(List.of(GOOD)));
        StepAccumulator restored = new StepAccumulator();
        book.takeUnsaved().forEach(restored::restore);
        restored.follow(GoodRequestCriterion.byText(List.of(GOOD)));

        assertThat(restored.isResultDue(Finality.PROVISIONAL)).isTrue();
        assertThat(restored.takeUnsaved()).isEmpty();
    }

    private static void add(StepAccumulator book, int requests, long ttftNanos, long tpotNanos) {
        RequestMeasurement fact = new RequestMeasurement(
                true, Outcome.OK, true, new RequestMeasurement.Times(ttftNanos, ttftNanos, tpotNanos, 500, 0));
        Pane pane = new Pane();
        for (int i = 0; i < requests; i++) {
            pane.addEnded(fact);
        }
        book.add(pane);
    }
}
