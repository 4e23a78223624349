package io.tidemark.app.search;

import io.tidemark.analysis.search.LoadSearch;
import io.tidemark.analysis.search.ProbeResult;
import java.time.Duration;

/** Is notified of the progress of a search. */
public interface SearchListener {
    /** Before anything is sent, and once more where only the first probe could show it. */
    void forecastChanged(BudgetForecast forecast);

    /** The server was waited for. */
    void idleWaitEnded(ProbeEnvironment.IdleWait rest);

    /** A load is tried now. */
    void probeStarted(double load);

    /** A probe ended. */
    void probeEnded(LoadSearch after, ProbeResult result, Duration spent);
}
