package io.tidemark.analysis.timeseries;

/**
 * The clearest place to cut a piece of a series in two: the one with the largest Q = n m / (n + m) E, where E = 2 mean |x - y| - mean |x - x'|
 * - mean |y - y'| over the n values before the cut and the m after it, up to an end that is chosen with it (Matteson and James, equations 5
 * to 7, alpha = 1).
 *
 * @param at index of the first value after the cut
 * @param energy Q; 0 where no cut is possible or none separates anything
 */
record SeriesSplit(int at, double energy) {
    static final SeriesSplit NONE = new SeriesSplit(0, 0);

    static SeriesSplit best(double[] piece, int leastLength) {
        double[][] sums = distanceSums(piece);
        SeriesSplit best = NONE;
        for (int at = leastLength; at <= piece.length - leastLength; at++) {
            for (int end = at + leastLength; end <= piece.length; end++) {
                double energy = energy(sums, at, end);
                if (energy > best.energy) {
                    best = new SeriesSplit(at, energy);
                }
            }
        }
        return best;
    }

    SeriesSplit shifted(int by) {
        return new SeriesSplit(at + by, energy);
    }

    private static double energy(double[][] sums, int at, int end) {
        double before = at;
        double after = end - at;
        double within = sums[at][at];
        double between = sums[at][end] - within;
        double withinAfter = sums[end][end] - 2 * sums[at][end] + within;
        double distance =
                2 * between / (before * after) - within / (before * (before - 1)) - withinAfter / (after * (after - 1));
        return before * after / (before + after) * distance;
    }

    /** At [i][j] the sum of |x - y| over the first i and the first j values. */
    private static double[][] distanceSums(double[] values) {
        double[][] sums = new double[values.length + 1][values.length + 1];
        for (int i = 1; i <= values.length; i++) {
            double row = 0;
            for (int j = 1; j <= values.length; j++) {
                row += Math.abs(values[i - 1] - values[j - 1]);
                sums[i][j] = sums[i - 1][j] + row;
            }
        }
        return sums;
    }
}
