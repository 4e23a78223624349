package io.tidemark.app.docs;

import io.tidemark.analysis.timeseries.ChangePoint;
import io.tidemark.analysis.timeseries.EDivisive;
import io.tidemark.simulator.random.SeededRandom;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.LongStream;

/**
 * How often E-divisive tells what of histories that are steady, or step up in the middle.
 *
 * @param length values in a history
 * @param cv coefficient of variation of a value
 * @param carried share of a value's deviation that the next one has, too; 0 for independent values
 */
record HistoryStudy(int length, double cv, double carried) {
    private static final int HISTORIES = 200;

    /** A change is where it is if it is told within this many values of it. */
    private static final int NEAR = 2;

    double shareChanged() {
        return share(1, found -> !found.isEmpty());
    }

    double shareFound(double factor) {
        int middle = length / 2;
        return share(factor, found -> found.stream().anyMatch(change -> Math.abs(change.index() - middle) <= NEAR));
    }

    private double share(double factor, Predicate<List<ChangePoint>> has) {
        long count = LongStream.rangeClosed(1, HISTORIES)
                .filter(seed -> has.test(EDivisive.DEFAULT.of(history(seed, factor), new SplittableRandom(seed))))
                .count();
        return (double) count / HISTORIES;
    }

    private double[] history(long seed, double factor) {
        SeededRandom draws = new SeededRandom(seed);
        double[] values = new double[length];
        double deviation = 0;
        for (int at = 0; at < length; at++) {
            deviation = carried * deviation + Math.sqrt(1 - carried * carried) * draws.gaussian();
            values[at] = 100 * Math.exp(cv * deviation) * (at < length / 2 ? 1 : factor);
        }
        return values;
    }
}
