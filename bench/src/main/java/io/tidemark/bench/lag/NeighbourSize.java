package io.tidemark.bench.lag;

import java.time.Duration;

/**
 * A quiet team and what the other one does.
 *
 * @param quiet the quiet team's load, measured alone and beside each noise
 * @param times how many times the quiet team's rate the other has
 * @param history of the run that the other imports, at a tenth of the quiet team's rate
 */
public record NeighbourSize(LagSize quiet, int times, Duration history) {
    public static final NeighbourSize STANDARD = new NeighbourSize(new LagSize(20, 15, 45), 100, Duration.ofDays(1));

    double floodPerSecond() {
        return quiet.requestsPerSecond() * times;
    }

    double historyPerSecond() {
        return quiet.requestsPerSecond() / 10;
    }
}
