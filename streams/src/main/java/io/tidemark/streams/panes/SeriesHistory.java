package io.tidemark.streams.panes;

import java.util.Optional;
import java.util.OptionalLong;

/** The seconds of a series, and what was in flight at their ends. */
public interface SeriesHistory {
    Optional<Pane> at(long second);

    /** First retained second from one on. */
    OptionalLong nextFrom(long second);

    /** What was in flight when the second before {@code end} ended. */
    default InFlightAges inFlightAt(long end) {
        return InFlightAges.NONE;
    }

    /** The first second that anything is known of. */
    default OptionalLong first() {
        return earlier(nextFrom(Long.MIN_VALUE), nextInFlightFrom(Long.MIN_VALUE));
    }

    /** The next end after which anything can be different while there is no data. */
    default long nextNonEmpty(long end) {
        long ended = nextFrom(end).orElse(Long.MAX_VALUE);
        long inFlight = nextInFlightFrom(end + 1).orElse(Long.MAX_VALUE);
        return Math.min(ended, inFlight == Long.MAX_VALUE ? inFlight : inFlight - 1);
    }

    /** First end from one on at which anything was in flight. */
    default OptionalLong nextInFlightFrom(long end) {
        return OptionalLong.empty();
    }

    private static OptionalLong earlier(OptionalLong one, OptionalLong other) {
        if (one.isEmpty() || other.isEmpty()) {
            return one.isPresent() ? one : other;
        }
        return OptionalLong.of(Math.min(one.getAsLong(), other.getAsLong()));
    }
}
