package io.tidemark.streams.slo;

import io.tidemark.streams.pane.Pane;
import java.util.Optional;
import java.util.OptionalLong;

/** The seconds of a series, and what was in flight at their ends. */
public interface Seconds {
    Optional<Pane> at(long second);

    /** First retained second from one on. */
    OptionalLong nextFrom(long second);

    /** What was in flight when the second before {@code end} ended. */
    default Ages inFlightAt(long end) {
        return Ages.NONE;
    }

    /** First end from one on at which anything was in flight. */
    default OptionalLong nextInFlightFrom(long end) {
        return OptionalLong.empty();
    }
}
