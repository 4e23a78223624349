package io.tidemark.analysis;

import java.util.Arrays;
import java.util.Optional;

/**
 * Whether values in their order rise or fall: Mann and Kendall's test, exact, and the slope of Theil and Sen. It asks how values
 * vary from one to the next, not how each of them was measured, so it holds where requests of one segment depend on each other.
 *
 * @param points how many values
 * @param change from the first to the last along the slope, as a share of the median
 * @param chance how often values without a trend show one at least as clear, in either direction
 */
public record Trend(int points, double change, double chance) {
    /** Fewer values cannot show a trend that chance does not show as often as in 1 of 200. */
    public static final int FEWEST_POINTS = 6;

    /** Least relative change that counts as one. */
    private static final double LEAST_CHANGE = 0.1;

    private static final double LEVEL = 0.005;

    /** Empty for too few values, and where their median is 0. */
    public static Optional<Trend> of(double... values) {
        double median = median(values.clone());
        if (values.length < FEWEST_POINTS || median == 0) {
            return Optional.empty();
        }
        double change = slope(values) * (values.length - 1) / median;
        return Optional.of(new Trend(values.length, change, chance(values.length, Math.abs(concordance(values)))));
    }

    /** Whether it is large enough to matter and too clear to be chance. */
    public boolean isDrift() {
        return Math.abs(change) >= LEAST_CHANGE && chance <= LEVEL;
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

    private static double slope(double[] values) {
        double[] slopes = new double[values.length * (values.length - 1) / 2];
        int at = 0;
        for (int later = 1; later < values.length; later++) {
            for (int earlier = 0; earlier < later; earlier++) {
                slopes[at++] = (values[later] - values[earlier]) / (later - earlier);
            }
        }
        return median(slopes);
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        int middle = values.length / 2;
        if (values.length == 0) {
            return 0;
        }
        return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
    }

    /** Share of the orders of so many values whose rising and falling pairs differ by at least so much. */
    private static double chance(int points, int difference) {
        int pairs = points * (points - 1) / 2;
        double[] byFalling = {1};
        for (int count = 2; count <= points; count++) {
            byFalling = withOneMore(byFalling, count);
        }
        double chance = 0;
        for (int falling = 0; falling < byFalling.length; falling++) {
            if (Math.abs(pairs - 2 * falling) >= difference) {
                chance += byFalling[falling];
            }
        }
        return Math.min(1, chance);
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
