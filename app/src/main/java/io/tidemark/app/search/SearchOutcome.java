package io.tidemark.app.search;

import io.tidemark.analysis.search.Confirmation;
import io.tidemark.analysis.search.LoadInterval;
import io.tidemark.analysis.search.LoadSearch;
import io.tidemark.analysis.search.ProbeResult;
import io.tidemark.analysis.search.Stand;
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
        INVALID,
        /** The target was away, or took none of the requests. */
        UNANSWERED,
        /** An objective applied to no request. */
        NOTHING_JUDGED
    }

    /** What is known in the end. */
    public LoadInterval interval() {
        return confirmation.map(it -> it.of(search)).orElseGet(search::interval);
    }

    /**
     * As {@code run}'s: 0 found and not doubted, 1 not even the lowest load holds, 3 the measurement is worth nothing, 4 not decided, 5 the
     * target does not answer.
     */
    public ExitCode exitCode() {
        return switch (ended) {
            case INVALID -> ExitCode.RUN_INVALID;
            case UNANSWERED -> ExitCode.INFRASTRUCTURE;
            case BUDGET, STOPPED, NOTHING_JUDGED -> ExitCode.INCONCLUSIVE;
            case FINISHED -> found();
        };
    }

    private ExitCode found() {
        if (search.interval().heldUpTo().isEmpty()) {
            return search.lowest().map(ProbeResult::stand).orElse(Stand.OPEN) == Stand.BREAKS
                    ? ExitCode.SLO_NOT_MET
                    : ExitCode.INCONCLUSIVE;
        }
        return isDoubted() ? ExitCode.INCONCLUSIVE : ExitCode.OK;
    }

    /** Whether there was a confirmation and it does not bear the interval out: its lower end does not pass, or its upper one does. */
    public boolean isDoubted() {
        return confirmation
                .filter(it -> it.held() != Verdict.PASS || it.broke() == Verdict.PASS)
                .isPresent();
    }
}
