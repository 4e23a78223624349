package io.tidemark.app.cli.exit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.search.LimitDecision;
import io.tidemark.analysis.search.LoadSearch;
import io.tidemark.analysis.search.ObjectiveDecision;
import io.tidemark.analysis.search.ProbeEnd;
import io.tidemark.analysis.search.ProbeResult;
import io.tidemark.analysis.search.ProbeRules;
import io.tidemark.analysis.search.SearchRange;
import io.tidemark.app.search.SearchOutcome;
import io.tidemark.app.search.SearchOutcome.Ended;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a search tells the shell. */
class SearchExitCodeTest {
    private static final LoadSearch NOTHING =
            LoadSearch.begin(new SearchRange(10, 100, 0.05, false), new ProbeRules(List.of(0.05), 1, 360));
    private static final LoadSearch FOUND = NOTHING.with(result(10, LimitDecision.HOLDS, 0))
            .with(result(15, LimitDecision.HOLDS, 0))
            .with(result(20, LimitDecision.BREAKS, 3_000));
    private static final LoadSearch BREAKS = NOTHING.with(result(10, LimitDecision.BREAKS, 3_000));

    @Test
    void anIntervalWithBothEndsIsFoundThoughTheBudgetEndedTheSearch() {
        assertThat(exitCode(FOUND, Ended.FINISHED)).isEqualTo(ExitCode.OK);
        assertThat(exitCode(FOUND, Ended.BUDGET)).isEqualTo(ExitCode.OK);
    }

    @Test
    void aBudgetThatLeavesAnEndUnknownLeavesItUndecided() {
        assertThat(exitCode(BREAKS, Ended.BUDGET)).isEqualTo(ExitCode.INCONCLUSIVE);
        assertThat(exitCode(NOTHING, Ended.BUDGET)).isEqualTo(ExitCode.INCONCLUSIVE);
    }

    @Test
    void onlyASearchThatEndedByItselfSaysThatNothingHolds() {
        assertThat(exitCode(BREAKS, Ended.FINISHED)).isEqualTo(ExitCode.SLO_NOT_MET);
    }

    @ParameterizedTest
    @CsvSource({
        "STOPPED, INCONCLUSIVE",
        "NOTHING_JUDGED, INCONCLUSIVE",
        "WITHHELD, INCONCLUSIVE",
        "INVALID, RUN_INVALID",
        "UNANSWERED, INFRASTRUCTURE"
    })
    void whatEndsASearchEarlyIsToldByTheExitCodeWhateverWasFoundByThen(Ended ended, ExitCode code) {
        assertThat(exitCode(FOUND, ended)).isEqualTo(code);
    }

    private static ExitCode exitCode(LoadSearch search, Ended ended) {
        return ExitCodeMapper.exitCode(new SearchOutcome(search, ended, "why", Duration.ofHours(1), List.of()));
    }

    private static ProbeResult result(double load, LimitDecision stand, long bad) {
        return new ProbeResult(
                load, stand, ProbeEnd.DECIDED, 600, 10, 60, List.of(new ObjectiveDecision(stand, 6_000, bad, 1)));
    }
}
