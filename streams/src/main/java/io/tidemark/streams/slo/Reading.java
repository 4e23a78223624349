package io.tidemark.streams.slo;

import java.util.Optional;

/** A finding about the window that ends at a second. */
record Reading(long endSecond, Finding finding, Figure value, Counted counted, Optional<Burn> burn) {
    Reading(long endSecond, Finding finding, Figure value, Counted counted) {
        this(endSecond, finding, value, counted, Optional.empty());
    }

    Moment moment() {
        return new Moment(endSecond, value, counted, burn);
    }
}
