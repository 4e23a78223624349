package io.tidemark.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.measure.Measure;
import io.tidemark.analysis.measure.MeasureAtLoad;
import io.tidemark.events.LoadKind;
import org.junit.jupiter.api.Test;

final class ComparisonTextTest {
    @Test
    void aQuestionNamesItsLoad() {
        assertThat(description(LoadKind.RATE, 2.5)).endsWith(" at 2.5 req/s");
        assertThat(description(LoadKind.CONCURRENCY, 8)).endsWith(" at 8 concurrent");
        assertThat(description(LoadKind.RATE, 0)).endsWith(" all at once");
    }

    private static String description(LoadKind kind, double load) {
        return ComparisonText.measure(new MeasureAtLoad(Measure.requests(), kind, load));
    }
}
