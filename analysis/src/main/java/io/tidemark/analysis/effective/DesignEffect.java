package io.tidemark.analysis.effective;

import java.util.Collection;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * By what factor requests that share a server tell less than independent ones would: n / value of them tell as much. Never below 1.
 *
 * <p>It is the largest of several estimates, because each of them alone is too small too often; how often printed intervals then hold is
 * in docs/statistics.md.
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
    /** Fewer blocks than these tell nothing of a variance between them. */
    public static final int FEWEST = 20;

    /** The neighbouring indicator is so many times as frequent as the one in question. */
    public static final double NEIGHBOUR = 4;

    private static final int FEWEST_DOUBLED = 10;
    private static final double CONFIDENCE = 0.975;
    private static final double NORMAL = 1.959963984540054;

    /** None from fewer than {@value #FEWEST} blocks. Where no indicator is both met and not met, each block counts as one request. */
    public static Optional<DesignEffect> of(Collection<Blocks> indicators) {
        OptionalDouble largest = indicators.stream()
                .filter(blocks -> blocks.size() >= FEWEST)
                .flatMap(DesignEffect::doubled)
                .flatMap(blocks -> blocks.designEffect().stream().mapToObj(effect -> effect * widening(blocks.size())))
                .mapToDouble(effect -> effect)
                .max();
        Optional<Blocks> shortest =
                indicators.stream().filter(blocks -> blocks.size() >= FEWEST).findFirst();
        return shortest.map(blocks -> new DesignEffect(
                Math.max(1, largest.orElse((double) blocks.count() / blocks.size())),
                blocks.size(),
                blocks.lengthNanos()));
    }

    /** So many independent requests tell as much as {@code requests} of these. */
    public double effective(long requests) {
        return requests / value;
    }

    private static Stream<Blocks> doubled(Blocks blocks) {
        return Stream.iterate(
                blocks, it -> it.size() >= (it.equals(blocks) ? FEWEST : FEWEST_DOUBLED), it -> it.joined(2));
    }

    private static double widening(int blocks) {
        double t = new TDistribution(null, blocks - 1.0).inverseCumulativeProbability(CONFIDENCE);
        return Math.pow(t / NORMAL, 2);
    }
}
