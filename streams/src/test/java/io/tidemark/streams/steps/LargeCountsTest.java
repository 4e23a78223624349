package io.tidemark.streams.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.MetricName;
import io.tidemark.events.MetricResult;
import io.tidemark.events.Outcome;
import io.tidemark.events.StepResult;
import io.tidemark.schemas.DoubtTally;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.panes.DoubtCounts;
import io.tidemark.streams.panes.MetricSketches;
import io.tidemark.streams.panes.Pane;
import io.tidemark.streams.panes.RequestMeasurement;
import io.tidemark.streams.signals.ScrapeHistory;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A step of 2^33 requests with 2^31 gaps in each of three seconds, of which one more request ends. */
final class LargeCountsTest {
    private static final long REQUESTS = 1L << 33;
    private static final long TOKENS = 1L << 40;
    private static final long GAPS_A_SECOND = 1L << 31;
    private static final long MILLIS = 1_000_000;

    @BeforeAll
    static void trust() {
        TrustedEventClasses.trust();
    }

    @Test
    void countsBeyond31BitsAreSummedSavedAndPublished() throws Exception {
        StepAccumulator step = restored(Map.of("totals", totals()));
        for (int second = 0; second < 3; second++) {
            step.add(gaps(second));
        }
        step.add(oneRequest());

        StepAccumulator saved = restored(step.takeUnsaved());
        assertIsLarge(result(step));
        assertIsLarge(result(saved));
        assertIsLarge(StepResult.fromByteBuffer(result(saved).toByteBuffer()));
    }

    @Test
    void aSecondOfMoreThan31BitsOfGapsIsReadAsItWasWritten() {
        WireWriter out = new WireWriter();
        Pane second = gaps(0);
        second.add(gaps(0));
        second.addTokens(TOKENS);
        second.write(out);
        Pane read = Pane.read(new WireReader(out.toBytes()));

        assertThat(read.measuredItl().byCell().values())
                .singleElement()
                .satisfies(gaps -> assertThat(gaps.count()).isEqualTo(2 * GAPS_A_SECOND));
        assertThat(read.outputTokens()).isEqualTo(TOKENS);
    }

    private static void assertIsLarge(StepResult result) {
        assertThat(result.getDue()).isEqualTo(REQUESTS + 1);
        assertThat(result.getSent()).isEqualTo(REQUESTS + 1);
        assertThat(result.getOk()).isEqualTo(REQUESTS - 4);
        assertThat(result.getOutcomes()).containsOnly(Map.entry("OK", REQUESTS - 4), Map.entry("HTTP_ERROR", 5L));
        assertThat(result.getPromptTokens()).isEqualTo(TOKENS + 7);
        assertThat(result.getOutputTokens()).isEqualTo(2 * TOKENS + 9);
        MetricResult itl = result.getMetrics().stream()
                .filter(metric -> metric.getMetric() == MetricName.ITL)
                .findFirst()
                .orElseThrow();
        assertThat(itl.getCount()).isEqualTo(3 * GAPS_A_SECOND);
        assertThat(itl.getSumNanos()).isEqualTo(3 * GAPS_A_SECOND * 10 * MILLIS);
        assertThat(LogHistogram.decode(itl.getSketch()).count()).isEqualTo(3 * GAPS_A_SECOND);
    }

    /** As they are saved. */
    private static byte[] totals() {
        WireWriter out = WireWriter.versioned();
        out.count(REQUESTS).count(REQUESTS).count(TOKENS).count(2 * TOKENS).count(0);
        out.count(2)
                .text(Outcome.OK.name())
                .count(REQUESTS - 5)
                .text(Outcome.HTTP_ERROR.name())
                .count(5);
        new MetricSketches().write(out);
        out.count(0);
        DoubtCounts.write(new DoubtTally(), out);
        new BadRequestCounts().write(out);
        return out.toBytes();
    }

    private static StepAccumulator restored(Map<String, byte[]> parts) {
        StepAccumulator step = new StepAccumulator();
        parts.forEach(step::restore);
        return step;
    }

    private static Pane gaps(int second) {
        LogHistogram gaps = new LogHistogram();
        gaps.add(10 * MILLIS, GAPS_A_SECOND);
        Pane pane = new Pane();
        pane.measuredItl().merge(request(second), gaps);
        return pane;
    }

    private static Pane oneRequest() {
        Pane pane = new Pane();
        pane.addEnded(request(0));
        return pane;
    }

    private static RequestMeasurement request(int second) {
        RequestMeasurement.Times times =
                new RequestMeasurement.Times(100 * MILLIS, 100 * MILLIS, 10 * MILLIS, 1_000 * MILLIS, 0);
        return new RequestMeasurement(
                true, 0, Outcome.OK, true, times, new RequestMeasurement.Tokens(7, -1, 9), 28_000_000L + second);
    }

    private static StepResult result(StepAccumulator step) {
        return StepResults.of(
                step,
                new StepContext(
                        new StepContext.Where("run", 0, OptionalInt.empty()),
                        Optional.empty(),
                        Optional.empty(),
                        new StepContext.Context(List.of(), objective -> ObjectiveStatus.UNKNOWN, new ScrapeHistory())),
                Completeness.of(false, 0));
    }
}
