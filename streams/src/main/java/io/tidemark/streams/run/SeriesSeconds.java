package io.tidemark.streams.run;

import io.tidemark.streams.pane.Pane;
import io.tidemark.streams.pane.SeriesKey;
import io.tidemark.streams.slo.Ages;
import io.tidemark.streams.slo.Seconds;
import java.util.Optional;
import java.util.OptionalLong;

/** The seconds of a series and, for all classes together, what was in flight: heartbeats do not tell classes apart. */
record SeriesSeconds(SeriesKey series, Panes panes, Flights flights) implements Seconds {
    @Override
    public Optional<Pane> at(long second) {
        return panes.at(second);
    }

    @Override
    public OptionalLong nextFrom(long second) {
        return panes.nextFrom(second);
    }

    @Override
    public Ages inFlightAt(long end) {
        return series.coversAllClasses() ? flights.at(series, end) : Ages.NONE;
    }

    @Override
    public OptionalLong nextInFlightFrom(long end) {
        return series.coversAllClasses() ? flights.nextFrom(series, end) : OptionalLong.empty();
    }
}
