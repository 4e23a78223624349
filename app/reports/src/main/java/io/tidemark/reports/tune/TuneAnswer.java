package io.tidemark.reports.tune;

import java.util.Optional;

/**
 * What a tune found, in one sentence.
 *
 * @param recommended what is to be used; empty if nothing can be recommended
 * @param sentence complete, with its full stop
 */
public record TuneAnswer(Outcome outcome, Optional<Configuration> recommended, String sentence) {
    /** How sure it is. */
    public enum Outcome {
        /** A configuration was shown to be better than the default. */
        BETTER,
        /** None was: the flags are left out. */
        NOTHING_BETTER,
        /** There is no measured default, or no ratio to it: a configuration is named, but not shown to be better. */
        NOT_COMPARED,
        /** Nothing was measured. */
        NOTHING_MEASURED
    }

    /** Whether the recommendation is to leave every flag of the tune out. */
    public boolean isDefault() {
        return recommended.filter(Configuration::isDefault).isPresent();
    }
}
