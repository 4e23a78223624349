package io.tidemark.app.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.docs.DocBlock;
import io.tidemark.app.search.SearchStudy.Row;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A hundred searches on the simulator's engine, with fixed seeds: the table in docs/search.md. */
@Tag("long")
class SearchCoverageTest {
    private static final int SEARCHES = 25;
    private static final String HEAD = """
            | server | capacity in the long run | covered | median factor of the interval | median virtual hours | median probes |
            |---|--:|--:|--:|--:|--:|
            """;

    @Test
    void theIntervalCoversTheCapacityOfTheLongRunInNineOfTenSearches() {
        SearchStudy study = new SearchStudy();
        List<Row> rows =
                SearchStudy.cases().stream().map(it -> study.row(it, SEARCHES)).toList();
        String table = HEAD + String.join("\n", rows.stream().map(Row::line).toList());
        System.out.println(table + "\n" + study.aborts());
        int covered = rows.stream().mapToInt(Row::covered).sum();
        assertThat(covered).as("of 100 searches").isGreaterThanOrEqualTo(90);
        assertThat(rows)
                .allSatisfy(row -> assertThat(row.covered()).as(row.name()).isGreaterThanOrEqualTo(21));
        DocBlock.of("docs/search.md", "search-coverage")
                .mustBe(table + "\n\nIn all: " + covered + " of " + rows.size() * SEARCHES + ". " + study.aborts());
    }
}
