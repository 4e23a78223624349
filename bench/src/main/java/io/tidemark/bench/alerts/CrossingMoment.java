package io.tidemark.bench.alerts;

import io.tidemark.analysis.objective.BadShareJudge;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The request that broke an objective of errors significantly: the first of a window's last second with which the requests that ended in the
 * window until then show more bad ones than the objective allows, at the level of the test. The streams look once a second, at the window's
 * end; this is the earliest moment at which an observer of every request could have known. Pure.
 *
 * @param allowedShare of bad requests
 * @param level of the test, as the objective has it
 */
record CrossingMoment(double allowedShare, double level, Duration window) {
    /** A request that ended. */
    record Ended(Instant end, boolean bad) {}

    /** @param windowEnd of the first window that shows it; empty if no request of its last second made the difference */
    Optional<Instant> in(List<Ended> requests, Instant windowEnd) {
        Instant from = windowEnd.minus(window);
        List<Ended> inside = requests.stream()
                .filter(one -> !one.end().isBefore(from) && one.end().isBefore(windowEnd))
                .sorted(Comparator.comparing(Ended::end))
                .toList();
        Instant lastSecond = windowEnd.minusSeconds(1);
        long bad = 0;
        for (int i = 0; i < inside.size(); i++) {
            Ended one = inside.get(i);
            bad += one.bad() ? 1 : 0;
            if (!one.end().isBefore(lastSecond) && isProven(bad, i + 1L)) {
                return Optional.of(one.end());
            }
        }
        return Optional.empty();
    }

    private boolean isProven(long bad, long total) {
        return bad > allowedShare * total && BadShareJudge.exceeds(bad, total, allowedShare, level);
    }
}
