package io.tidemark.analysis.timeseries;

import java.util.Arrays;

/** The slope of Theil and Sen: the median of the slopes between all pairs of values (Sen, J. Am. Statist. Assoc. 63, 1968, 1379-1389). */
public final class TheilSen {
    private TheilSen() {}

    /** Per step from one value to the next; 0 for fewer than two values. */
    public static double slope(double... values) {
        double[] slopes = new double[values.length * (values.length - 1) / 2];
        int at = 0;
        for (int later = 1; later < values.length; later++) {
            for (int earlier = 0; earlier < later; earlier++) {
                slopes[at++] = (values[later] - values[earlier]) / (later - earlier);
            }
        }
        return median(slopes);
    }

    /** Sorts them; 0 without any. */
    static double median(double[] values) {
        Arrays.sort(values);
        int middle = values.length / 2;
        if (values.length == 0) {
            return 0;
        }
        return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
    }
}
