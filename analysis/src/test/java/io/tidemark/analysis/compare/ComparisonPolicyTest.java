package io.tidemark.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.analysis.compare.MeasureSelection.From;
import io.tidemark.analysis.compare.MeasureSelection.LatencyLoads;
import io.tidemark.analysis.difference.VarianceAssumption;
import io.tidemark.analysis.measure.ComparisonSide;
import io.tidemark.analysis.measure.Measure;
import io.tidemark.analysis.measure.MeasureAtLoad;
import io.tidemark.analysis.measure.MeasureFamily;
import io.tidemark.analysis.measure.MeasuredValue;
import io.tidemark.analysis.measure.RunMeasurements;
import io.tidemark.events.LoadKind;
import io.tidemark.schemas.Metric;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ComparisonPolicyTest {
    private static final Margins MARGINS = Margins.DEFAULT;

    @Test
    void marginsAreThoseOfTheNextHigherQuantile() {
        assertThat(MARGINS.of(Measure.quantile(Metric.TTFT, 0.5))).isEqualTo(0.05);
        assertThat(MARGINS.of(Measure.quantile(Metric.TTFT, 0.9))).isEqualTo(0.05);
        assertThat(MARGINS.of(Measure.quantile(Metric.TTFT, 0.96))).isEqualTo(0.10);
        assertThat(MARGINS.of(Measure.quantile(Metric.TTFT, 0.999))).isEqualTo(0.10);
        assertThat(MARGINS.of(Measure.mean(Metric.TTFT))).isEqualTo(0.05);
        assertThat(MARGINS.of(Measure.requests())).isEqualTo(0.05);
        assertThat(MARGINS.of(Measure.quality("gsm8k"))).isEqualTo(0.02);
    }

    @Test
    void theDefaultAsksForThreeQuantilesOfFourMetricsAndAllThatIsNoLatency() {
        assertThat(List.of(
                        Measure.quantile(Metric.ITL, 0.99),
                        Measure.outputTokens(),
                        Measure.goodput(),
                        Measure.errorShare(),
                        Measure.quality("gsm8k")))
                .allMatch(measure -> MeasureSelection.DEFAULT.selects(at(measure, 2)));
        assertThat(List.of(
                        Measure.quantile(Metric.TTFT, 0.9),
                        Measure.quantile(Metric.QUEUE_TIME, 0.99),
                        Measure.mean(Metric.TTFT)))
                .noneMatch(measure -> MeasureSelection.DEFAULT.selects(at(measure, 2)));
        assertThat(MeasureSelection.DEFAULT.selects(new MeasureAtLoad(Measure.goodput(), LoadKind.RATE, 2, "chat")))
                .isFalse();
    }

    @Test
    void whatHasNoLoadIsAskedAtAnySelectionOfLoads() {
        MeasureSelection atTwo = new MeasureSelection(
                Set.of(), Set.of(), Set.of(), true, Set.of(2.0), Set.of(), From.SENT, LatencyLoads.ALL);
        assertThat(atTwo.selects(at(Measure.mean(Metric.TTFT), 2))).isTrue();
        assertThat(atTwo.selects(at(Measure.mean(Metric.TTFT), 4))).isFalse();
        assertThat(atTwo.selects(MeasureAtLoad.withoutLoad(Measure.quality("gsm8k"))))
                .isTrue();
    }

    @Test
    void policiesOutsideTheirRangesAreRefusedWithNameAndValue() {
        assertThatThrownBy(() -> policy(95, 0.06, 3)).hasMessage("confidence must be in (0.5, 1) but was 95.0");
        assertThatThrownBy(() -> policy(0.95, 0.6, 3)).hasMessage("falseDiscoveryRate must be in (0, 0.5) but was 0.6");
        assertThatThrownBy(() -> policy(0.95, 0.06, 2)).hasMessage("minimumRuns must be at least 3 but was 2");
        assertThatThrownBy(() -> margins(Map.of(0.5, 5.0)))
                .hasMessage("margins.latency p50.0 must be in (0, 1] but was 5.0");
        assertThatThrownBy(() -> margins(Map.of())).hasMessage("margins.latency must name at least one quantile");
    }

    @Test
    void policiesCanBeVaried() {
        MeasureSelection few = new MeasureSelection(
                Set.of(MeasureFamily.GOODPUT),
                Set.of(),
                Set.of(),
                false,
                Set.of(),
                Set.of(),
                From.DUE,
                LatencyLoads.HELD);
        ComparisonPolicy varied = ComparisonPolicy.DEFAULT.withSelection(few);
        assertThat(varied.selection()).isEqualTo(few);
        assertThat(varied.margins()).isEqualTo(MARGINS);
    }

    @Test
    void measuresAreNamedAsReportsPrintThem() {
        assertThat(List.of(
                        Measure.quantile(Metric.TTFT, 0.999).label(),
                        Measure.quantile(Metric.TTFT, 0.57).label(),
                        Measure.mean(Metric.E2E).label(),
                        Measure.goodput().label()))
                .containsExactly("ttft p99.9", "ttft p57", "e2e mean", "goodput");
    }

    @Test
    void measuresAndFiguresThatCannotBeAreRefused() {
        assertThatThrownBy(() -> Measure.quantile(Metric.TTFT, 99))
                .hasMessage("quantile of ttft must be in (0, 1) but was 99.0");
        assertThatThrownBy(() -> Measure.quality(" ")).hasMessage("a measure's name must not be blank (QUALITY)");
        assertThatThrownBy(() -> new Measure(MeasureFamily.GOODPUT, "goodput", OptionalDouble.of(0.5)))
                .hasMessage("only latencies have a quantile, goodput is GOODPUT");
        assertThatThrownBy(() -> new MeasuredValue(at(Measure.goodput(), 2), Double.NaN, 1))
                .hasMessage("goodput must be finite but was NaN");
        assertThatThrownBy(() -> new MeasuredValue(at(Measure.goodput(), 2), 1, -1))
                .hasMessage("goodput rests on -1 requests: must be >= 0");
        assertThatThrownBy(() -> new MeasuredValue(at(Measure.goodput(), 2), 1, 1, OptionalDouble.of(-1)))
                .hasMessage("standard error of goodput must be finite and >= 0 but was -1.0");
        RunMeasurements run = GeneratedSides.run("r");
        assertThatThrownBy(() -> new ComparisonSide("base", List.of(run, run)))
                .hasMessage("side \"base\" holds run r twice");
    }

    private static ComparisonPolicy policy(double confidence, double falseDiscoveries, int runs) {
        return new ComparisonPolicy(
                MeasureSelection.DEFAULT,
                MARGINS,
                Margins.BLOCKS,
                confidence,
                falseDiscoveries,
                runs,
                VarianceAssumption.EACH_ITS_OWN);
    }

    private static Margins margins(Map<Double, Double> latencies) {
        return new Margins(0.05, new TreeMap<>(latencies), 0.05, 0.05, 0.05, 0.01, 0.02);
    }

    private static MeasureAtLoad at(Measure measure, double load) {
        return new MeasureAtLoad(measure, LoadKind.RATE, load);
    }
}
