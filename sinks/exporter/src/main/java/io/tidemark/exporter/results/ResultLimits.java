package io.tidemark.exporter.results;

import java.time.Duration;

/**
 * What bounds the series that are exposed of one team.
 *
 * @param runs most runs
 * @param series most of run, target and class together; a fifth is not for single classes, so that labels without end keep no run out
 * @param objectives most objectives of one run
 * @param keepEnded for how long a run is exposed after its end, or after the last event of one that fell silent
 */
public record ResultLimits(int runs, int series, int objectives, Duration keepEnded) {
    public static final ResultLimits DEFAULT = new ResultLimits(50, 200, 50, Duration.ofMinutes(10));

    private static final int RESERVED_FRACTION = 5;

    public ResultLimits {
        if (runs < 1 || series < 1 || objectives < 1) {
            throw new IllegalArgumentException(
                    "runs, series and objectives must be >= 1 but were " + runs + ", " + series + " and " + objectives);
        }
    }

    int seriesOfClasses() {
        return series - series / RESERVED_FRACTION;
    }
}
