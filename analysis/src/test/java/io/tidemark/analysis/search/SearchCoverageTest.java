package io.tidemark.analysis.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.search.SearchStudy.Row;
import io.tidemark.fixtures.GeneratedBlock;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Searches on the simulator's engine, with fixed seeds, beside plain bisection on the same servers: the tables in docs/how-to/find-the-highest-load.md. */
@Tag("long")
class SearchCoverageTest {
    private static final int SEARCHES = 40;

    /** Bisected too: the two rates, with probes of so long; longer ones take longer than all searches together. */
    private static final int BISECTED = 2;

    private static final Duration PLAIN_PROBE = Duration.ofMinutes(10);

    private static final Duration BUDGET = Duration.ofMinutes(60);
    private static final String HEAD = """
            | server | capacity in the long run | covered | median factor | widest | above 1.25 | median minutes | longest | median probes |
            |---|--:|--:|--:|--:|--:|--:|--:|--:|
            """;

    @Test
    void theIntervalCoversTheCapacityOfTheLongRunInNineOfTenSearchesAndAnHourMakesItNarrow() {
        SearchStudy study = new SearchStudy();
        List<Row> rows = SearchStudy.cases().stream()
                .map(it -> study.row(it, SEARCHES, BUDGET))
                .toList();
        List<Row> plain = SearchStudy.cases().stream()
                .limit(BISECTED)
                .map(it -> study.bisection(it, SEARCHES, PLAIN_PROBE))
                .toList();
        String table = HEAD
                + Stream.concat(rows.stream(), plain.stream()).map(Row::line).collect(Collectors.joining("\n"));
        System.out.println(table + "\n" + study.aborts());
        int covered = rows.stream().mapToInt(Row::covered).sum();
        assertThat(rows).allSatisfy(row -> {
            assertThat(row.covered()).as(row.name()).isGreaterThanOrEqualTo(SEARCHES * 9 / 10);
            assertThat(row.longest()).as(row.name()).isLessThanOrEqualTo(61);
            assertThat(row.factor()).as(row.name()).isLessThanOrEqualTo(1.25);
            assertThat(row.wide()).as(row.name()).isLessThanOrEqualTo(SEARCHES / 10);
        });
        new GeneratedBlock("docs/how-to/find-the-highest-load.md", "search-coverage")
                .mustBe(table + "\n\nIn all: " + covered + " of " + rows.size() * SEARCHES + ". " + study.aborts());
    }
}
