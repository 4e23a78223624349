package io.tidemark.app.run;

import io.tidemark.producer.record.RequestObserver;
import io.tidemark.producer.run.RunListener;

/**
 * Who looks on at a run from beside it.
 *
 * @param watch sees every request and what becomes of it, on the lane's loop
 * @param listener notified of the progress of the run, and asked whether a step may end
 */
public record RunObservers(RequestObserver watch, RunListener listener) {
    /** No observer. */
    public static RunObservers none() {
        return watching(RequestObserver.none());
    }

    /** A watch alone. */
    public static RunObservers watching(RequestObserver watch) {
        return new RunObservers(watch, RunListener.silent());
    }

    /** Returns a listener that notifies both; only {@link #listener} can stop a step early. */
    public RunListener combinedWith(RunListener shown) {
        return new CompositeRunListener(shown, listener);
    }
}
