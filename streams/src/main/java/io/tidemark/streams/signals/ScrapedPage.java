package io.tidemark.streams.signals;

import io.tidemark.schemas.Signal;

/** One page of metrics; NaN for what it does not have. */
public interface ScrapedPage {
    /** A gauge or a counter. */
    double value(Signal signal);

    /** Sum of what a histogram observed since the process started. */
    double sum(Signal signal);

    /** How many it observed. */
    double count(Signal signal);
}
