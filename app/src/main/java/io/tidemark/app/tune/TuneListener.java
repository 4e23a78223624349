package io.tidemark.app.tune;

import io.tidemark.app.live.RunDisplay;
import io.tidemark.app.search.SearchFormat;
import io.tidemark.app.search.SearchListener;
import io.tidemark.events.TrialState;
import io.tidemark.events.TuneState;
import io.tidemark.servers.ServerStartFacts;
import java.time.Duration;
import java.util.OptionalInt;

/** Gets the progress of a tune. */
public interface TuneListener {
    /**
     * Before the first start.
     *
     * @param left expected time
     * @param over starts that are over already; empty for a new tune
     */
    void begun(TuneState tune, Duration left, OptionalInt over);

    /** @param planned starts in all; 0 if that is not known */
    void starting(PlannedStart start, int planned);

    void ready(ServerStartFacts facts);

    void startEnded(TrialState trial);

    /** The budget has time left for more starts. */
    void startsAdded(int more);

    /** A start is over and others follow. */
    void continued(TuneState tune, Duration left);

    void ended(TuneState tune);

    /** A tune in virtual time is over. */
    void simulated(Duration virtual, Duration wall);

    /** Gets the progress of a search on a server. */
    SearchListener search(SearchFormat format);

    RunDisplay runs();

    /** Those in virtual time. */
    RunDisplay simulatedRuns();
}
