package io.tidemark.producer.plan.workload;

import io.tidemark.producer.plan.workload.ContinuousLength.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * Lengths by their percentiles. Two of them are met by exactly one lognormal distribution, and that one is taken. Of more than two, each two
 * neighbours are joined by the lognormal that meets both, and the outermost two are continued beyond; so every percentile is met.
 *
 * @param lengths in tokens, by share in (0, 1); at least two, and they rise
 */
public record LengthPercentiles(NavigableMap<Double, Integer> lengths) implements Source {
    /** @throws IllegalArgumentException if there are fewer than two, or if they do not rise */
    public LengthPercentiles {
        lengths = new TreeMap<>(lengths);
        if (lengths.size() < 2) {
            throw new IllegalArgumentException(
                    "must have at least two percentiles, e.g. {p50: 978, p95: 1720}: one does not say how lengths vary");
        }
        double shareBefore = 0;
        int before = 0;
        for (Map.Entry<Double, Integer> each : lengths.entrySet()) {
            if (each.getKey() <= 0 || each.getKey() >= 1 || each.getValue() < 1) {
                throw new IllegalArgumentException(
                        "must have percentiles between p0 and p100 with lengths of at least 1");
            }
            if (each.getValue() <= before) {
                throw new IllegalArgumentException("must have percentiles that rise, but %s is %d and %s is %d"
                        .formatted(name(shareBefore), before, name(each.getKey()), each.getValue()));
            }
            shareBefore = each.getKey();
            before = each.getValue();
        }
    }

    /** "p95". */
    static String name(double share) {
        double percent = Math.round(share * 1e6) / 1e4;
        return percent == Math.rint(percent) ? "p" + (long) percent : "p" + percent;
    }

    @Override
    public DoubleUnaryOperator quantiles() {
        NormalDistribution standard = new NormalDistribution(null, 0, 1);
        List<Double> scores = new ArrayList<>();
        List<Double> logs = new ArrayList<>();
        lengths.forEach((share, length) -> {
            scores.add(standard.inverseCumulativeProbability(share));
            logs.add(Math.log(length));
        });
        return share -> Math.exp(on(scores, logs, standard.inverseCumulativeProbability(share)));
    }

    /** The straight line between the two points around the score; the first or last one beyond them. */
    private static double on(List<Double> scores, List<Double> logs, double score) {
        int upper = 1;
        while (upper < scores.size() - 1 && score > scores.get(upper)) {
            upper++;
        }
        double slope = (logs.get(upper) - logs.get(upper - 1)) / (scores.get(upper) - scores.get(upper - 1));
        return logs.get(upper - 1) + slope * (score - scores.get(upper - 1));
    }
}
