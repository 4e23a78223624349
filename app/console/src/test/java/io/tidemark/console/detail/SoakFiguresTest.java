package io.tidemark.console.detail;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.console.StoredSoak;
import io.tidemark.console.detail.SoakView.Mark;
import io.tidemark.console.detail.SoakView.MarkKind;
import io.tidemark.console.detail.SoakView.Point;
import io.tidemark.console.detail.SoakView.Tier;
import io.tidemark.schemas.FigureDoubt;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.IntFunction;
import org.assertj.core.api.Assertions;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SoakFiguresTest {
    private static final Instant BEGIN = Instant.parse("2026-11-01T00:00:00Z");
    private static final Team PERF = new Team("perf");

    @TempDir
    private Path folder = Path.of("");

    private SoakView soak(int segments) {
        return soak(segments, number -> List.of());
    }

    private SoakView soak(int segments, IntFunction<List<String>> flags) {
        Path file = folder.resolve("store.db");
        StoredSoak.write(file, PERF, BEGIN, segments, flags);
        try (ResultStore store = SqliteStore.open(file);
                ResultReader results = store.reader()) {
            List<Alert> none = List.of();
            return new SoakFigures(
                            results,
                            results.run(new RunKey(PERF, StoredSoak.RUN)).orElseThrow())
                    .view(Metric.TTFT, none)
                    .orElseThrow();
        }
    }

    @Test
    void someHoursArePointsOfSegments() {
        SoakView soak = soak(60);

        assertThat(soak.tier()).isEqualTo(Tier.SEGMENT);
        assertThat(soak.points()).hasSize(60);
        assertThat(soak.points().get(59).p95Nanos().orElseThrow()).isCloseTo(300_000_000L, Offset.offset(6_000_000L));
    }

    @Test
    void aWeekIsPointsOfHours() {
        SoakView soak = soak(7 * 24 * 6);

        assertThat(soak.tier()).isEqualTo(Tier.HOUR);
        assertThat(soak.points()).hasSize(7 * 24);
        Point second = soak.points().get(1);
        assertThat(second.segment()).isEqualTo(6);
        assertThat(second.from()).isEqualTo(BEGIN.plus(Duration.ofHours(1)));
        assertThat(second.due()).isEqualTo(3_600);
    }

    @Test
    void theBudgetBurnsByWhatWasBad() {
        // 5 % of 60 x 600 requests are 1,800. After 30 segments 360 were bad, at the end 360 + 30 x 60 = 2,160.
        List<OptionalDouble> left = soak(60).budgets().get(0).left();

        assertThat(left.get(29).orElseThrow()).isCloseTo(0.8, Assertions.offset(1e-9));
        assertThat(left.get(59).orElseThrow()).isCloseTo(-0.2, Assertions.offset(1e-9));
    }

    @Test
    void whatFactsOfASegmentLeaveUnknownIsNotDrawnAndBurnsNoBudget() {
        String unread = FigureDoubt.UNREAD_OUTPUT.sentence(600, 600);
        SoakView soak = soak(60, number -> number < 30 ? List.of() : List.of(unread));

        assertThat(soak.points().get(29).p95Nanos()).isPresent();
        assertThat(soak.points().get(30).p95Nanos()).isEmpty();
        // 5 % of 30 x 600 requests are 900, of which 30 x 12 are used
        List<OptionalDouble> left = soak.budgets().get(0).left();
        assertThat(left.get(29).orElseThrow()).isCloseTo(0.6, Assertions.offset(1e-9));
        assertThat(left.get(59)).isEmpty();
    }

    @Test
    void theSlowingIsAChangeAtItsTime() {
        Mark change = soak(60).marks().stream()
                .filter(mark -> mark.kind() == MarkKind.CHANGE)
                .findFirst()
                .orElseThrow();

        assertThat(change.at()).isEqualTo(BEGIN.plus(Duration.ofHours(5)));
        assertThat(change.description()).contains("ttft");
    }
}
