package io.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.objective.BadShareJudge;
import io.tidemark.events.Verdict;
import io.tidemark.fixtures.RepositoryFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The numbers of requests that docs/reference/plan.md names are those at which the verdict turns. */
final class PlanFiguresTest {
    @ParameterizedTest
    @CsvSource({"72, 0.05", "368, 0.01"})
    void fewestRequestsWithoutABadOneThatPass(long requests, double allowedShare) {
        assertThat(BadShareJudge.judge(0, requests - 1, allowedShare).verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(BadShareJudge.judge(0, requests, allowedShare).verdict()).isEqualTo(Verdict.PASS);
    }

    @Test
    void pageNamesThem() {
        assertThat(RepositoryFiles.read("docs/reference/plan.md"))
                .contains("p95 passes from 72 requests", "p99 from 368");
    }
}
