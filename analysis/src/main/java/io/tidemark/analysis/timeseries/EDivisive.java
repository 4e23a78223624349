package io.tidemark.analysis.timeseries;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * Change points by E-divisive (Matteson and James, "A Nonparametric Approach for Multiple Change Point Analysis of Multivariate Data",
 * Journal of the American Statistical Association 109, 2014, 334-345), for one variable and alpha = 1: the split with the largest energy
 * statistic is kept if few orders of the values within the pieces found so far give one as large; then the pieces are split again. It asks
 * nothing of the values' distribution, but that values between changes are exchangeable: a series that wanders has change points by
 * construction.
 *
 * @param level largest p of a split that is kept
 * @param permutations orders tried per split; p is never below 1 / (permutations + 1)
 * @param minLength fewest values between changes, at least 2
 * @param minChange smallest relative change that is reported, in [0, 1)
 */
public record EDivisive(double level, int permutations, int minLength, double minChange) {
    /** p of 1 % over 499 orders, 3 values between changes, changes of 2 % or more. */
    public static final EDivisive DEFAULT = new EDivisive(0.01, 499, 3, 0.02);

    public EDivisive {
        if (!(level > 0 && level < 1)) {
            throw new IllegalArgumentException("level must be in (0, 1) but was " + level);
        }
        if (permutations < 1 / level - 1) {
            throw new IllegalArgumentException("permutations must be at least 1 / level - 1 = "
                    + Math.round(1 / level - 1) + " but was " + permutations + ": no split could be kept");
        }
        if (minLength < 2) {
            throw new IllegalArgumentException("leastLength must be at least 2 but was " + minLength);
        }
    }

    /** Change points in their order; values must be finite. */
    public List<ChangePoint> of(double[] series, RandomGenerator random) {
        TreeMap<Integer, Double> splits = new TreeMap<>();
        while (true) {
            SeriesSplit best = best(series, pieces(series.length, splits));
            if (best.energy() <= 0) {
                return changePoints(series, splits);
            }
            double p = permutationPValue(series, splits, best.energy(), random);
            if (p > level) {
                return changePoints(series, splits);
            }
            splits.put(best.at(), p);
        }
    }

    private List<ChangePoint> changePoints(double[] series, TreeMap<Integer, Double> splits) {
        List<ChangePoint> points = new ArrayList<>();
        splits.forEach((at, p) -> {
            Integer lower = splits.lowerKey(at);
            Integer higher = splits.higherKey(at);
            double before = mean(series, lower == null ? 0 : lower, at);
            double after = mean(series, at, higher == null ? series.length : higher);
            ChangePoint point = new ChangePoint(at, before, after, p);
            if (Math.abs(point.change()) >= minChange) {
                points.add(point);
            }
        });
        return points;
    }

    /** Share of orders within the pieces, the series' own among them, whose best split is at least as clear. */
    private double permutationPValue(
            double[] series, TreeMap<Integer, Double> splits, double energy, RandomGenerator random) {
        List<Piece> pieces = pieces(series.length, splits);
        double[] shuffled = series.clone();
        int asClear = 1;
        for (int order = 0; order < permutations; order++) {
            pieces.forEach(piece -> shuffle(shuffled, piece, random));
            asClear += best(shuffled, pieces).energy() >= energy ? 1 : 0;
        }
        return (double) asClear / (permutations + 1);
    }

    private SeriesSplit best(double[] series, List<Piece> pieces) {
        return pieces.stream()
                .map(piece -> SeriesSplit.best(Arrays.copyOfRange(series, piece.from(), piece.until()), minLength)
                        .shifted(piece.from()))
                .reduce(SeriesSplit.NONE, (one, other) -> other.energy() > one.energy() ? other : one);
    }

    private static List<Piece> pieces(int length, TreeMap<Integer, Double> splits) {
        List<Piece> pieces = new ArrayList<>();
        int from = 0;
        for (int at : splits.keySet()) {
            pieces.add(new Piece(from, at));
            from = at;
        }
        pieces.add(new Piece(from, length));
        return pieces;
    }

    private static void shuffle(double[] values, Piece piece, RandomGenerator random) {
        for (int at = piece.until() - 1; at > piece.from(); at--) {
            int other = piece.from() + random.nextInt(at - piece.from() + 1);
            double value = values[at];
            values[at] = values[other];
            values[other] = value;
        }
    }

    private static double mean(double[] values, int from, int until) {
        return Arrays.stream(values, from, until).average().orElseThrow();
    }

    private record Piece(int from, int until) {}
}
