package io.tidemark.streams.signal;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** How far the client itself lagged behind its schedule, as its heartbeats said; an hour of it. Not thread-safe. */
public final class ClientLag {
    /** Its name beside the server's signals; nanoseconds. */
    public static final String ID = "client.schedule_lag_p99_nanos";

    private static final int KEPT = 3_600;

    private final NavigableMap<Long, Double> nanosByMicros = new TreeMap<>();

    public void add(long atMicros, long lagNanos) {
        nanosByMicros.merge(atMicros, (double) lagNanos, Math::max);
        if (nanosByMicros.size() > KEPT) {
            nanosByMicros.pollFirstEntry();
        }
    }

    Optional<Spread> spread(long fromMicros, long toMicros) {
        if (fromMicros >= toMicros) {
            return Optional.empty();
        }
        List<Point> points = nanosByMicros.subMap(fromMicros, false, toMicros, true).entrySet().stream()
                .map(ClientLag::point)
                .toList();
        return Spread.of(points);
    }

    private static Point point(Map.Entry<Long, Double> entry) {
        return new Point(entry.getKey(), entry.getValue(), 0);
    }
}
