package io.tidemark.reports.tune;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.compare.ComparisonPolicy;
import io.tidemark.reports.compare.ComparedSide;
import io.tidemark.reports.compare.Comparison.MismatchPolicy;
import io.tidemark.reports.compare.MultiPhaseComparison;
import io.tidemark.reports.compare.SideSelector;
import io.tidemark.reports.compare.SideSelector.SideFilter;
import io.tidemark.reports.compare.document.MultiPhaseDocument;
import io.tidemark.reports.document.MarkdownRenderer;
import io.tidemark.sinks.store.read.ResultReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The table of {@code tidemark compare --table} over the phases of a tune. */
class SweepComparisonTest {
    private static final int CONFIGURATIONS = 13;

    @TempDir
    private Path folder;

    @Test
    void manyPhasesOfATuneAreRowsAndTheDefaultIsTheBaselineThoughItRanLast() {
        try (StoredTune stored = new StoredTune(folder.resolve("store.db"))) {
            stored.tune(UnaryOperator.identity());
            for (int block = 1; block <= 3; block++) {
                for (int n = 1; n <= CONFIGURATIONS; n++) {
                    stored.measured(block, "mns" + n, Map.of("max-num-seqs", String.valueOf(n)), 4 + 0.2 * n);
                }
                stored.measured(block, "default", Map.of(), 4.1);
            }

            MultiPhaseComparison table = table(stored);
            String markdown = MarkdownRenderer.of(MultiPhaseDocument.of(table));

            assertThat(table.base().name()).isEqualTo("default");
            assertThat(markdown)
                    .containsPattern("\\| at 4 req/s \\| .*ttft p50 \\|.*error\\\\_share")
                    .containsPattern("\\n\\| mns13 \\| .*IMPROVED")
                    .contains("Distributions of more than 12 sides are not drawn")
                    .doesNotContain("label tune");
        }
    }

    private MultiPhaseComparison table(StoredTune stored) {
        try (ResultReader reader = stored.reader()) {
            List<ComparedSide> sides = new SideSelector(reader, SideFilter.NONE).phases("night tune");
            return MultiPhaseComparison.of(sides, ComparisonPolicy.DEFAULT, MismatchPolicy.REFUSED, StoredTune.START);
        }
    }
}
