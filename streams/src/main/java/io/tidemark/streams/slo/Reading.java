package io.tidemark.streams.slo;

/** A finding about the window that ends at a second. */
record Reading(long endSecond, Finding finding, Figure value, Counted counted) {
    Moment moment() {
        return new Moment(endSecond, value, counted);
    }
}
