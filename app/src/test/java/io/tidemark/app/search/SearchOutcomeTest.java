package io.tidemark.app.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.search.Confirmation;
import io.tidemark.analysis.search.LoadSearch;
import io.tidemark.analysis.search.ObjectiveStand;
import io.tidemark.analysis.search.ProbeEnd;
import io.tidemark.analysis.search.ProbeResult;
import io.tidemark.analysis.search.ProbeRules;
import io.tidemark.analysis.search.SearchRange;
import io.tidemark.analysis.search.Stand;
import io.tidemark.app.ExitCode;
import io.tidemark.app.search.SearchOutcome.Ended;
import io.tidemark.events.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a search tells the shell. */
class SearchOutcomeTest {
    private static final LoadSearch NOTHING =
            LoadSearch.begin(new SearchRange(10, 100, 0.05, false), ProbeRules.of(List.of(0.05), 30));
    private static final LoadSearch FOUND =
            NOTHING.with(result(10, Stand.HOLDS)).with(result(15, Stand.HOLDS)).with(result(15.5, Stand.BREAKS));

    /** Only what bears the interval out is 0: a lower end that passes, and an upper one that does not. */
    @ParameterizedTest
    @CsvSource({
        "PASS, FAIL, OK",
        "PASS, INCONCLUSIVE, OK",
        "PASS, UNKNOWN, OK",
        "PASS, PASS, INCONCLUSIVE",
        "INCONCLUSIVE, FAIL, INCONCLUSIVE",
        "FAIL, FAIL, INCONCLUSIVE",
        "UNKNOWN, UNKNOWN, INCONCLUSIVE"
    })
    void aConfirmationThatDoesNotBearTheIntervalOutShowsInTheExitCode(Verdict held, Verdict broke, ExitCode code) {
        assertThat(outcome(FOUND, Optional.of(new Confirmation(held, broke)), Ended.FINISHED)
                        .exitCode())
                .isEqualTo(code);
    }

    @Test
    void withoutAConfirmationBecauseNoneWasWantedWhatIsFoundIsFound() {
        assertThat(outcome(FOUND, Optional.empty(), Ended.FINISHED).exitCode()).isEqualTo(ExitCode.OK);
    }

    /** The only other lower load that held is left, and the exit code says so even where none is. */
    @Test
    void aLowerEndThatFailsLeavesTheNextLowerLoadAndDoubt() {
        SearchOutcome outcome =
                outcome(FOUND, Optional.of(new Confirmation(Verdict.FAIL, Verdict.FAIL)), Ended.FINISHED);

        assertThat(outcome.interval().heldUpTo()).hasValue(10);
        assertThat(outcome.isDoubted()).isTrue();
    }

    @Test
    void onlyALowestLoadThatBreaksMeansThatNothingHolds() {
        LoadSearch breaks = NOTHING.with(result(10, Stand.BREAKS));
        LoadSearch near = breaks.with(result(7, Stand.NEAR));
        assertThat(outcome(breaks, Optional.empty(), Ended.FINISHED).exitCode()).isEqualTo(ExitCode.SLO_NOT_MET);
        assertThat(outcome(near, Optional.empty(), Ended.FINISHED).exitCode()).isEqualTo(ExitCode.INCONCLUSIVE);
        assertThat(outcome(breaks, Optional.empty(), Ended.BUDGET).exitCode()).isEqualTo(ExitCode.INCONCLUSIVE);
    }

    @ParameterizedTest
    @CsvSource({
        "BUDGET, INCONCLUSIVE",
        "STOPPED, INCONCLUSIVE",
        "NOTHING_JUDGED, INCONCLUSIVE",
        "INVALID, RUN_INVALID",
        "UNANSWERED, INFRASTRUCTURE"
    })
    void whatEndsASearchEarlyIsToldByTheExitCodeWhateverWasFoundByThen(Ended ended, ExitCode code) {
        assertThat(outcome(FOUND, Optional.empty(), ended).exitCode()).isEqualTo(code);
    }

    private static SearchOutcome outcome(LoadSearch search, Optional<Confirmation> confirmation, Ended ended) {
        return new SearchOutcome(search, confirmation, ended, "why", Duration.ofHours(1), List.of());
    }

    private static ProbeResult result(double load, Stand stand) {
        return new ProbeResult(load, stand, ProbeEnd.DECIDED, 600, 10, List.of(new ObjectiveStand(stand, 6_000, 0, 1)));
    }
}
