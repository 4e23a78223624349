package io.tidemark.app.search;

import io.tidemark.analysis.search.LoadInterval;
import io.tidemark.analysis.search.LoadSearch;
import java.time.Duration;
import java.util.List;

/**
 * A search that ended.
 *
 * @param ended why
 * @param duration by the clock that the server lives by
 * @param runs their ids, in order: of the probes
 */
public record SearchOutcome(LoadSearch search, Ended ended, String endReason, Duration duration, List<String> runs) {
    public SearchOutcome {
        runs = List.copyOf(runs);
    }

    /** Why a search ended. */
    public enum Ended {
        /** As narrow as asked, or as the range allows. */
        FINISHED,
        BUDGET,
        /** The caller needs no more precision. */
        PRUNED,
        STOPPED,
        /** A run's own measurement passed a limit. */
        INVALID,
        /** The target was away, or took none of the requests. */
        UNANSWERED,
        /** An objective applied to no request. */
        NOTHING_JUDGED,
        /** A fact of a probe leaves an objective without a verdict. */
        WITHHELD
    }

    /** What is known in the end. */
    public LoadInterval interval() {
        return search.interval();
    }
}
