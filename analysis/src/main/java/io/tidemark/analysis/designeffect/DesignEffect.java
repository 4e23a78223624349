package io.tidemark.analysis.designeffect;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * By what factor requests that share a server hold less information than independent ones: n / value of those hold as much. Never below 1.
 *
 * <p>It is the largest of several estimates, because each of them alone is too small too often; how often printed intervals then hold is
 * in docs/internals/verdict-statistics.md.
 *
 * <ul>
 *   <li>Each is widened by (t(B - 1) / z)^2 for the B blocks that it comes from, at 97.5 % (Korn and Graubard, Survey Methodology 24, 1998,
 *       193-201, who put such counts into Clopper and Pearson's interval).
 *   <li>Blocks are doubled while {@value #FEWEST_DOUBLED} are left: a variance that still grows shows that blocks depend on each other
 *       (Flyvbjerg and Petersen, J. Chem. Phys. 91, 1989, 461-466).
 *   <li>Callers give the indicator of a bad request and that of one {@value #NEIGHBOUR} times as frequent: of rare events a step has seen too few bursts
 *       to know how they cluster (design effects are borrowed from like items: Kish, Survey Sampling, 1965, 14.1).
 * </ul>
 *
 * @param blocks so many of the shortest blocks
 * @param blockNanos their length
 */
public record DesignEffect(double value, int blocks, long blockNanos) {
    /** Fewer long blocks than these do not show how bad requests alone cluster. */
    public static final int FEWEST = 20;

    /** Fewer blocks than these do not show a variance between them. */
    public static final int FEWEST_SHORT = 6;

    /** The neighbouring indicator is so many times as frequent as the one in question. */
    public static final double NEIGHBOUR = 4;

    private static final int FEWEST_DOUBLED = 10;
    private static final int FEWEST_SHORT_DOUBLED = 5;
    private static final double CONFIDENCE = 0.975;
    private static final double NORMAL = 1.959963984540054;

    /** None from fewer than {@value #FEWEST} blocks. Where no indicator is both met and not met, each block counts as one request. */
    public static Optional<DesignEffect> of(Collection<? extends BlockStatistic> indicators) {
        List<? extends BlockStatistic> eligible =
                indicators.stream().filter(it -> it.size() >= FEWEST).toList();
        return eligible.stream()
                .findFirst()
                .map(first -> of(
                        first,
                        largest(eligible, FEWEST_DOUBLED).orElse((double) first.count() / Math.max(1, first.size()))));
    }

    /**
     * From short blocks, {@value #FEWEST_SHORT} at least. They are doubled while {@value #FEWEST_SHORT_DOUBLED} are left, those of fewer than
     * {@value #FEWEST_DOUBLED} not widened. None where every indicator is the same of all requests. One of the indicators must be of all
     * values ({@link RankScores}): few blocks have too few bad requests to show how these cluster.
     */
    public static Optional<DesignEffect> ofShort(Collection<? extends BlockStatistic> indicators) {
        List<? extends BlockStatistic> eligible =
                indicators.stream().filter(it -> it.size() >= FEWEST_SHORT).toList();
        OptionalDouble largest = largest(eligible, FEWEST_SHORT_DOUBLED);
        return eligible.stream()
                .filter(first -> largest.isPresent())
                .findFirst()
                .map(first -> of(first, largest.getAsDouble()));
    }

    private static DesignEffect of(BlockStatistic shortest, double value) {
        return new DesignEffect(Math.max(1, value), shortest.size(), shortest.lengthNanos());
    }

    /** The number of independent requests that hold as much information as {@code requests} of these. */
    public double effective(long requests) {
        return requests / value;
    }

    private static OptionalDouble largest(Collection<? extends BlockStatistic> indicators, int fewestDoubled) {
        return indicators.stream()
                .flatMap(it -> widened(it, fewestDoubled))
                .mapToDouble(effect -> effect)
                .max();
    }

    private static Stream<Double> widened(BlockStatistic shortest, int fewestDoubled) {
        Stream<Double> ofDoubled = Stream.iterate(
                        shortest.merged(2), it -> it.size() >= fewestDoubled, it -> it.merged(2))
                .flatMap(it -> times(it, doubledWidening(it.size())));
        return Stream.concat(times(shortest, widening(shortest.size())), ofDoubled);
    }

    private static Stream<Double> times(BlockStatistic indicator, double widening) {
        return indicator.designEffect().stream().mapToObj(effect -> effect * widening);
    }

    private static double doubledWidening(int blocks) {
        return blocks >= FEWEST_DOUBLED ? widening(blocks) : 1;
    }

    private static double widening(int blocks) {
        double t = new TDistribution(null, blocks - 1.0).inverseCumulativeProbability(CONFIDENCE);
        return Math.pow(t / NORMAL, 2);
    }
}
