package io.tidemark.sinks.store;

import io.tidemark.sinks.store.read.run.RunKey;
import java.util.List;

/** A run cannot be pruned, for baselines name it; nothing of it was taken out. */
public final class BaselineRunException extends StoreException {
    private static final long serialVersionUID = 1L;

    /** @param names of the baselines of its team */
    public BaselineRunException(RunKey run, List<String> names) {
        super("run " + run.run() + " of team " + run.team() + " is kept: it belongs to baseline "
                + String.join(", ", names) + "; tidemark baseline remove NAME lets go of it");
    }
}
