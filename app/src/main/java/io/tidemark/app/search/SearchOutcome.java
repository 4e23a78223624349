package io.tidemark.app.search;

import io.tidemark.analysis.search.Confirmation;
import io.tidemark.analysis.search.LoadInterval;
import io.tidemark.analysis.search.LoadSearch;
import io.tidemark.app.ExitCode;
import io.tidemark.events.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A search that ended.
 *
 * @param confirmation empty where there was none
 * @param ended why
 * @param spent by the clock that the server lives by
 * @param runs their ids, in order: the probes, then the confirmation
 */
public record SearchOutcome(
        LoadSearch search,
        Optional<Confirmation> confirmation,
        Ended ended,
        String words,
        Duration spent,
        List<String> runs) {
    public SearchOutcome {
        runs = List.copyOf(runs);
    }

    /** Why a search ended. */
    public enum Ended {
        /** As near as asked, or as the range allows. */
        FINISHED,
        BUDGET,
        STOPPED,
        /** A run's own measurement passed a limit. */
        INVALID
    }

    /** What is known in the end. */
    public LoadInterval interval() {
        return confirmation.map(it -> it.of(search)).orElseGet(search::interval);
    }

    /** As {@code run}'s: 0 the interval's lower end passed, 1 nothing holds, 3 the measurement is worth nothing, 4 not decided. */
    public ExitCode exitCode() {
        if (ended == Ended.INVALID) {
            return ExitCode.RUN_INVALID;
        }
        if (interval().heldUpTo().isEmpty()) {
            return search.interval().breaksFrom().isPresent() ? ExitCode.SLO_NOT_MET : ExitCode.INCONCLUSIVE;
        }
        boolean doubted = confirmation.isPresent() && confirmation.get().held() != Verdict.PASS;
        return ended == Ended.FINISHED && !doubted ? ExitCode.OK : ExitCode.INCONCLUSIVE;
    }
}
