package io.tidemark.app.run;

import io.tidemark.producer.run.RequestWatch;
import io.tidemark.producer.run.RunListener;

/**
 * Who looks on at a run from beside it.
 *
 * @param watch sees every request and what becomes of it, on the lane's loop
 * @param listener told how the run goes, and asked whether a step may end
 */
public record RunHooks(RequestWatch watch, RunListener listener) {
    /** Nobody. */
    public static RunHooks none() {
        return watching(RequestWatch.none());
    }

    /** A watch alone. */
    public static RunHooks watching(RequestWatch watch) {
        return new RunHooks(watch, RunListener.silent());
    }

    /** Both are told; ours is asked. */
    public RunListener beside(RunListener shown) {
        return new ToldTwice(shown, listener);
    }
}
