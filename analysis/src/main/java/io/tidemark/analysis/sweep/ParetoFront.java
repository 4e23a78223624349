package io.tidemark.analysis.sweep;

import java.util.Comparator;
import java.util.List;

/**
 * The phases that no other phase beats in one figure without losing in the other.
 *
 * @param points of the front, by the first figure, the better first
 */
public record ParetoFront(List<Point> points) {
    public ParetoFront {
        points = List.copyOf(points);
    }

    /** One phase with two figures. */
    public record Point(String phase, double first, double second) {}

    /** Which values of a figure are better. */
    public enum Direction {
        MAXIMIZE,
        MINIMIZE;

        private double cost(double value) {
            return this == MAXIMIZE ? -value : value;
        }
    }

    /** Of equal points all are on the front; a point without a number is not. */
    public static ParetoFront of(List<Point> points, Direction first, Direction second) {
        return new ParetoFront(points.stream()
                .filter(point -> !Double.isNaN(point.first()) && !Double.isNaN(point.second()))
                .filter(point -> points.stream().noneMatch(other -> dominates(other, point, first, second)))
                .sorted(Comparator.comparingDouble((Point point) -> first.cost(point.first()))
                        .thenComparingDouble(point -> second.cost(point.second()))
                        .thenComparing(Point::phase))
                .toList());
    }

    /** At least as good in both, and better in one. */
    private static boolean dominates(Point one, Point other, Direction first, Direction second) {
        double firstGain = first.cost(other.first()) - first.cost(one.first());
        double secondGain = second.cost(other.second()) - second.cost(one.second());
        return firstGain >= 0 && secondGain >= 0 && (firstGain > 0 || secondGain > 0);
    }
}
