package io.tidemark.app.tune;

import io.tidemark.events.TrialState;
import java.time.Duration;
import java.util.Optional;

/** Decides what is started next, knowing how each start ended. Not thread-safe. */
public interface StartSource {
    /** "sweep" or "search". */
    String mode();

    /** What is maximized or minimized, in words. */
    String objective();

    /** The next start; empty when there is none. */
    Optional<PlannedStart> next();

    /** Records how the last start of {@link #next} ended; also called, in order, for the starts that a tune made before it was resumed. */
    void ended(TrialState trial);

    /** How many starts there are in all; 0 if that is not known beforehand. */
    int planned();

    /** How long what is left takes, by what is known so far. */
    Duration left();

    /** How it ended; asked when nothing is next. */
    Conclusion conclusion();

    /**
     * The end of a tune.
     *
     * @param failed whether it could not go on
     * @param description why it ended
     * @param winner phase that was found to be the best; empty if none was
     * @param evidence how much better it is, and how sure
     */
    record Conclusion(boolean failed, String description, String winner, String evidence) {}

    /** Settings that the journal keeps, as JSON. */
    String schedule();
}
