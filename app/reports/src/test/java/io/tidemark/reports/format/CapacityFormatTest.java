package io.tidemark.reports.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.capacity.Capacity;
import io.tidemark.analysis.capacity.LoadText;
import io.tidemark.analysis.capacity.LoadVerdict;
import io.tidemark.events.LoadKind;
import io.tidemark.events.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class CapacityFormatTest {

    @Test
    void isAnIntervalInWords() {
        assertThat(description(step(1.5, Verdict.PASS), step(2.5, Verdict.FAIL)))
                .isEqualTo("between 1.5 and 2.5 req/s");
    }

    @Test
    void withoutAFailureThereIsNoUpperEnd() {
        assertThat(description(step(1.5, Verdict.PASS), step(2.5, Verdict.INCONCLUSIVE)))
                .isEqualTo("at least 1.5 req/s");
    }

    @Test
    void withoutAPassThereIsNoLowerEnd() {
        assertThat(description(step(0.5, Verdict.INCONCLUSIVE), step(1.5, Verdict.FAIL)))
                .isEqualTo("less than 1.5 req/s");
    }

    @Test
    void undecidedEverywhereIsShownNeitherToHoldNorToBreak() {
        assertThat(description(step(0.5, Verdict.INCONCLUSIVE)))
                .isEqualTo("an unknown load (none passed, none failed)");
    }

    @Test
    void concurrencyHasItsOwnUnit() {
        Capacity capacity = Capacity.of(List.of(step(16, Verdict.PASS)), LoadKind.RATE);

        assertThat(LoadText.held(capacity, LoadKind.CONCURRENCY)).isEqualTo("at least 16 concurrent");
    }

    private static String description(LoadVerdict... steps) {
        return LoadText.held(Capacity.of(List.of(steps), LoadKind.RATE), LoadKind.RATE);
    }

    private static LoadVerdict step(double load, Verdict verdict) {
        return new LoadVerdict(LoadKind.RATE, load, verdict, List.of());
    }
}
