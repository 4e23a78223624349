package io.tidemark.analysis.compare;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * P-values adjusted for how many there are (Benjamini and Hochberg, Journal of the Royal Statistical Society B 57, 1995, 289-300): rejecting
 * where the adjusted value is at most q keeps the expected share of false ones among the rejected at q. It holds for independent and for
 * positively dependent values, as quantiles of one run are (Benjamini and Yekutieli, Annals of Statistics 29, 2001). Stateless.
 */
final class BenjaminiHochberg {
    private BenjaminiHochberg() {}

    /** In the order given. */
    static double[] adjusted(double... p) {
        int[] descending = IntStream.range(0, p.length)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer at) -> p[at]).reversed())
                .mapToInt(Integer::intValue)
                .toArray();
        double[] adjusted = new double[p.length];
        double smallest = 1;
        for (int above = 0; above < p.length; above++) {
            int rank = p.length - above;
            smallest = Math.min(smallest, p[descending[above]] * p.length / rank);
            adjusted[descending[above]] = smallest;
        }
        return adjusted;
    }
}
