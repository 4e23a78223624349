package io.tidemark.streams.windows;

import io.tidemark.streams.lanes.InFlightHistory;
import io.tidemark.streams.panes.InFlightAges;
import io.tidemark.streams.panes.Pane;
import io.tidemark.streams.panes.SeriesHistory;
import io.tidemark.streams.panes.SeriesKey;
import java.util.Optional;
import java.util.OptionalLong;

/** The seconds of a series and, for all classes together, what was in flight: heartbeats do not distinguish classes. */
public record SeriesWithInFlight(SeriesKey series, RetainedPanes panes, InFlightHistory flights)
        implements SeriesHistory {
    @Override
    public Optional<Pane> at(long second) {
        return panes.at(second);
    }

    @Override
    public OptionalLong nextFrom(long second) {
        return panes.nextFrom(second);
    }

    @Override
    public InFlightAges inFlightAt(long end) {
        return series.coversAllClasses() ? flights.at(series, end) : InFlightAges.NONE;
    }

    @Override
    public OptionalLong nextInFlightFrom(long end) {
        return series.coversAllClasses() ? flights.nextFrom(series, end) : OptionalLong.empty();
    }
}
