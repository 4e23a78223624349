package io.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.Outcome;
import io.tidemark.events.TokenSource;
import io.tidemark.events.Verdict;
import io.tidemark.fixtures.RepositoryFiles;
import io.tidemark.schemas.FigureDoubt;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutcomesDocTest {
    private final List<String> page =
            RepositoryFiles.read("docs/reference/outcomes.md").lines().toList();

    @Test
    void thePageHasEveryOutcomeAndOnlyOkIsNotAgainstTheSlo() {
        List<String> rows = Arrays.stream(Outcome.values())
                .filter(outcome -> outcome != Outcome.UNKNOWN)
                .map(outcome -> row(outcome.name()))
                .toList();

        assertThat(rows.get(0)).startsWith("| `OK` |").endsWith("| no |");
        assertThat(rows.subList(1, rows.size())).allMatch(row -> row.endsWith("| yes |"));
    }

    @Test
    void thePageHasEveryWayOfCountingTokens() {
        assertThat(Arrays.stream(TokenSource.values())
                        .filter(source -> source != TokenSource.UNKNOWN)
                        .map(source -> row(source.name())))
                .doesNotContain("");
    }

    @Test
    void thePageHasEveryFactThatWithholdsVerdictsAndWhich() {
        for (FigureDoubt doubt : FigureDoubt.values()) {
            assertThat(row(doubt.id()))
                    .as(doubt.id())
                    .endsWith(doubt.withholds(Verdict.FAIL) ? "| pass, fail |" : "| pass |");
        }
    }

    private String row(String name) {
        return page.stream()
                .filter(line -> line.startsWith("| `" + name + "` |"))
                .findFirst()
                .orElse("");
    }
}
