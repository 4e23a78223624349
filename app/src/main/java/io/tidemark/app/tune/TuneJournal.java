package io.tidemark.app.tune;

import org.apache.avro.specific.SpecificRecord;

/** Keeps how a tune and its starts stand, each as soon as it is known. */
@FunctionalInterface
public interface TuneJournal {
    /**
     * Returns once it is kept.
     *
     * @param state of a tune or of one start
     * @throws io.tidemark.reports.failure.OperationException if it cannot be kept
     */
    void publish(SpecificRecord state);
}
