package io.tidemark.schemas;

import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import java.util.Map;

/** Labels of a run by which it says that it belongs to a search or to a tune. */
public final class RunLabels {
    /** The search that a run is of. */
    public static final String SEARCH = "search";

    /** What a run is in its search. */
    public static final String SEARCH_ROLE = "search-role";

    /** The role of a run that tries one load, for as long as the search needs to judge it. */
    public static final String PROBE = "probe";

    /** Number of the server start that a run is of, in its tune. */
    public static final String TUNE_START = "tune.start";

    private RunLabels() {}

    /** Whether a run with these labels is a probe of a search: its figures are those of one try, and none of its phase's. */
    public static boolean isProbe(Map<String, String> labels) {
        return PROBE.equals(labels.get(SEARCH_ROLE));
    }

    /**
     * Whether the verdicts of a run count as those of its phase: not those of a probe, nor of a run that is INVALID or was aborted. Those of a run that
     * lasts count as what it holds so far.
     */
    public static boolean isCounted(RunState run) {
        return !isProbe(run.getLabels())
                && run.getStatus() != RunStatus.INVALID
                && run.getStatus() != RunStatus.ABORTED;
    }

    /**
     * Whether a run with these labels tries a load or a configuration: a probe of a search, or a run of a tune. It may overload its server on purpose, so
     * nobody is alerted of it.
     */
    public static boolean isTrial(Map<String, String> labels) {
        return isProbe(labels) || labels.containsKey(TUNE_START);
    }
}
