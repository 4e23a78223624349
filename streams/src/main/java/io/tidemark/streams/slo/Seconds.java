package io.tidemark.streams.slo;

import io.tidemark.streams.pane.Pane;
import java.util.Optional;
import java.util.OptionalLong;

/** The seconds of a series. */
public interface Seconds {
    Optional<Pane> at(long second);

    /** First retained second from one on. */
    OptionalLong nextFrom(long second);
}
