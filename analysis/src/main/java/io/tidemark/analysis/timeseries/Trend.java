package io.tidemark.analysis.timeseries;

import java.util.Optional;
import org.apache.commons.math3.special.Erf;

/**
 * Whether values in their order rise or fall: Mann and Kendall's test (Kendall, "Rank Correlation Methods"), exact up to
 * {@link #MAX_EXACT} values and by the normal distribution beyond, and the slope of Theil and Sen. It asks how values vary from one to
 * the next, not how each of them was measured, so it holds where requests of one segment depend on each other; not where one segment
 * depends on the one before it. Values that are equal count as neither rising nor falling, which makes the chance larger than it is.
 *
 * @param points how many values
 * @param change from the first to the last along the slope, as a share of the median
 * @param pValue how often values without a trend show one at least as clear, in either direction
 */
public record Trend(int points, double change, double pValue) {
    private static final int MAX_EXACT = 60;

    /** Least relative change that counts as one. */
    private static final double MIN_CHANGE = 0.1;

    /** The accepted rate of false drift reports for a steady subject, over all of its tested figures together (Bonferroni). */
    private static final double LEVEL = 0.005;

    /** Fewer values cannot show a drift: even the clearest trend is shown by chance too often. */
    public static int minPoints(int figures) {
        int points = 2;
        double clearest = 1;
        while (clearest > LEVEL / figures) {
            points++;
            clearest /= points;
        }
        return points;
    }

    /** Empty for a single value, and where their median is 0. */
    public static Optional<Trend> of(double... values) {
        double median = TheilSen.median(values.clone());
        if (values.length < 2 || median == 0) {
            return Optional.empty();
        }
        double change = TheilSen.slope(values) * (values.length - 1) / median;
        return Optional.of(new Trend(values.length, change, pValue(values.length, Math.abs(concordance(values)))));
    }

    /**
     * Whether it is large enough to matter and too clear to be chance.
     *
     * @param figures how many figures of the same thing are looked at: by Bonferroni each has its share of the level
     */
    public boolean isDrift(int figures) {
        return Math.abs(change) >= MIN_CHANGE && pValue <= LEVEL / figures;
    }

    /** Pairs that rise less those that fall. */
    private static int concordance(double[] values) {
        int sum = 0;
        for (int later = 1; later < values.length; later++) {
            for (int earlier = 0; earlier < later; earlier++) {
                sum += (int) Math.signum(values[later] - values[earlier]);
            }
        }
        return sum;
    }

    /** Share of the orders of so many values whose rising and falling pairs differ by at least so much. */
    private static double pValue(int points, int difference) {
        if (points > MAX_EXACT) {
            double deviation = Math.sqrt(points * (points - 1.0) * (2 * points + 5) / 18);
            return Math.min(1, Erf.erfc(Math.max(0, difference - 1) / deviation / Math.sqrt(2)));
        }
        int pairs = points * (points - 1) / 2;
        double[] byFalling = {1};
        for (int count = 2; count <= points; count++) {
            byFalling = withOneMore(byFalling, count);
        }
        double pValue = 0;
        for (int falling = 0; falling < byFalling.length; falling++) {
            if (Math.abs(pairs - 2 * falling) >= difference) {
                pValue += byFalling[falling];
            }
        }
        return Math.min(1, pValue);
    }

    /** The shares of orders of {@code count} values by falling pairs, from those of one value less: it goes in at any place. */
    private static double[] withOneMore(double[] fewer, int count) {
        double[] more = new double[fewer.length + count - 1];
        double window = 0;
        for (int falling = 0; falling < more.length; falling++) {
            window += falling < fewer.length ? fewer[falling] : 0;
            window -= falling >= count ? fewer[falling - count] : 0;
            more[falling] = window / count;
        }
        return more;
    }
}
