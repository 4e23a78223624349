package io.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.fixtures.GeneratedBlock;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.serde.TrustedEventClasses;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** docs/internals/verdict-statistics.md says how often a step's intervals hold the long-run value, and they hold it as often as they must. */
@Tag("long")
final class StatisticsDocTest {
    private static final String PAGE = "docs/internals/verdict-statistics.md";
    private static final int STEPS = 200;
    private static final int OF_TRUTH = 200_000;
    private static final double[] RATES = {0.15, 0.4, 0.8, 1.2, 1.4, 1.7};
    private static final int[] LENGTHS = {300, 700, 3_000};
    private static final double MIN_COVERAGE = 0.9;

    /** Of fewer steps than these a share says too little. */
    private static final int FEWEST_PRINTED = 20;

    @Test
    void intervalsHoldTheLongRunValueOrSayInconclusive() {
        TrustedEventClasses.trust();
        List<String> lines = new ArrayList<>(List.of(
                "| requests/s | requests | TTFT p95 | TTFT p99 | TPOT p95 | TPOT p99 | passed or failed at a limit that is the truth |"
                        + "\n|--:|--:|---|---|---|---|--:|"));
        for (double rate : RATES) {
            study(rate).forEach((length, studies) -> lines.add(line(rate, length, studies)));
        }
        new GeneratedBlock(PAGE, "coverage within a step").mustBe(String.join("\n", lines));
    }

    /** Slower than its blocks a server wanders unseen: what the intervals then hold is told, not promised. */
    @Test
    void whatWandersSlowlyIsHeldLessOftenInShortSteps() {
        TrustedEventClasses.trust();
        MarkdownTable table = new MarkdownTable("correlation time", "30 min", "60 min", "4 h");
        for (int seconds : new int[] {30, 120, 300}) {
            table.row(seconds + " s", wandering(seconds, 30), wandering(seconds, 60), wandering(seconds, 240));
        }
        new GeneratedBlock(PAGE, "wandering").mustBe(table.text());
    }

    private static String wandering(int seconds, int minutes) {
        WanderingStudy.Result result = new WanderingStudy(seconds, minutes).result();
        return String.format(Locale.ROOT, "%.0f %% (printed %.0f %%)", 100 * result.holds(), 100 * result.printed());
    }

    private static Map<Integer, List<CoverageStudy>> study(double rate) {
        VirtualStep truth = VirtualStep.of(rate, OF_TRUTH, 2_000, 1);
        Map<Integer, List<CoverageStudy>> byLength = new LinkedHashMap<>();
        for (int length : LENGTHS) {
            byLength.put(length, studies(truth));
        }
        for (int step = 0; step < STEPS; step++) {
            VirtualStep longest = VirtualStep.of(rate, LENGTHS[LENGTHS.length - 1], 120, 1_000 + step);
            byLength.forEach((length, studies) -> studies.forEach(study -> study.add(longest.first(length))));
        }
        return byLength;
    }

    private static List<CoverageStudy> studies(VirtualStep truth) {
        List<CoverageStudy> studies = new ArrayList<>();
        for (Metric metric : List.of(Metric.TTFT, Metric.TPOT)) {
            long[] sorted = truth.sorted(metric);
            for (double quantile : new double[] {0.95, 0.99}) {
                studies.add(new CoverageStudy(metric, quantile, CoverageStudy.quantile(sorted, quantile)));
            }
        }
        return studies;
    }

    private static String line(double rate, int length, List<CoverageStudy> studies) {
        System.out.println(rate + " " + length + " " + studies);
        studies.stream()
                .filter(study -> study.printed() >= FEWEST_PRINTED)
                .forEach(study -> assertThat(study.holds())
                        .as("%s requests/s, %d requests, %s", rate, length, study)
                        .isGreaterThanOrEqualTo(MIN_COVERAGE));
        double wrong = studies.stream().mapToDouble(CoverageStudy::wrong).max().orElseThrow();
        return String.format(
                Locale.ROOT,
                "| %s | %,d | %s | at most %.1f %% |",
                rate,
                length,
                studies.stream().map(CoverageStudy::description).collect(Collectors.joining(" | ")),
                100 * wrong);
    }
}
