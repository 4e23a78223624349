package io.tidemark.analysis.soak;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * How much a figure of a period differs from the first ones, on the scale of logarithms. How far two periods of a steady soak are apart is taken
 * from their parts, and never less than {@link #MIN_DEVIATION}; where the periods that follow each other were further apart than their parts
 * explain, as on a server that wanders from hour to hour, it is taken from them, by the median of their squared steps, which single jumps do not
 * raise.
 *
 * @param before geometric mean of the first periods
 * @param low lower end of the interval of value / before - 1
 * @param high upper end
 * @param periods how many are compared: the first ones and this one
 */
record PeriodComparison(double before, double value, double low, double high, int periods) {
    /** So many first periods are compared with. */
    static final int REFERENCES = 3;

    /** Relative standard deviation that every period has at the least: two hours of one server are not closer, and a sketch's slot is 2.2 % wide. */
    static final double MIN_DEVIATION = 0.01;

    private static final int MIN_FREEDOM = 3;
    /** Median of the chi-squared distribution with one degree of freedom. */
    private static final double CHI_SQUARED_MEDIAN = 0.454936;

    /**
     * Empty where too little is known for a comparison.
     *
     * @param earlier the first periods and the newest ones before this, in their order
     * @param level chance that the interval leaves out what is true
     */
    static Optional<PeriodComparison> of(List<SoakPeriod> earlier, SoakPeriod now, SoakMeasure measure, double level) {
        List<SoakPeriod> known =
                earlier.stream().filter(period -> isPositive(period, measure)).toList();
        if (known.isEmpty() || !isPositive(now, measure)) {
            return Optional.empty();
        }
        List<SoakPeriod> first = known.subList(0, Math.min(REFERENCES, known.size()));
        return Noise.of(known, now, measure).map(noise -> {
            double before = first.stream()
                    .mapToDouble(period -> log(period, measure))
                    .average()
                    .orElseThrow();
            double error = Math.sqrt(noise.variance() * (1 + 1.0 / first.size()));
            double reach = new TDistribution(null, noise.freedom()).inverseCumulativeProbability(1 - level / 2) * error;
            double difference = log(now, measure) - before;
            return new PeriodComparison(
                    Math.exp(before),
                    Math.exp(log(now, measure)),
                    Math.expm1(difference - reach),
                    Math.expm1(difference + reach),
                    first.size() + 1);
        });
    }

    /** value / before - 1. */
    double change() {
        return value / before - 1;
    }

    private static boolean isPositive(SoakPeriod period, SoakMeasure measure) {
        return period.figure(measure).orElse(0) > 0;
    }

    private static double log(SoakPeriod period, SoakMeasure measure) {
        return Math.log(period.figure(measure).orElseThrow());
    }

    /**
     * How much a period varies.
     *
     * @param variance of the logarithm of a period's figure
     * @param freedom degrees of freedom of that
     */
    private record Noise(double variance, double freedom) {
        static Optional<Noise> of(List<SoakPeriod> earlier, SoakPeriod now, SoakMeasure measure) {
            List<SoakPeriod> all = new ArrayList<>(earlier);
            all.add(now);
            double squares = 0;
            int freedom = 0;
            for (SoakPeriod period : all) {
                double[] logs = Arrays.stream(period.values(measure))
                        .filter(value -> value > 0)
                        .map(Math::log)
                        .toArray();
                double mean = Arrays.stream(logs).average().orElse(0);
                squares += Arrays.stream(logs)
                        .map(log -> (log - mean) * (log - mean))
                        .sum();
                freedom += Math.max(0, logs.length - 1);
            }
            double[] steps = steps(earlier, measure);
            boolean hasSteps = steps.length >= MIN_FREEDOM;
            double ofSteps = hasSteps ? median(steps) / CHI_SQUARED_MEDIAN / 2 : 0;
            double least = MIN_DEVIATION * MIN_DEVIATION;
            if (freedom < MIN_FREEDOM) {
                return hasSteps ? Optional.of(new Noise(Math.max(least, ofSteps), steps.length)) : Optional.empty();
            }
            int parts = Math.max(1, now.values(measure).length);
            return Optional.of(new Noise(Math.max(least + squares / freedom / parts, ofSteps), freedom));
        }

        /** Squared steps from one period to the next. */
        private static double[] steps(List<SoakPeriod> earlier, SoakMeasure measure) {
            List<Double> steps = new ArrayList<>();
            for (int at = 1; at < earlier.size(); at++) {
                SoakPeriod before = earlier.get(at - 1);
                if (earlier.get(at).index() == before.index() + 1) {
                    double step = log(earlier.get(at), measure) - log(before, measure);
                    steps.add(step * step);
                }
            }
            return steps.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        }

        private static double median(double[] sorted) {
            int middle = sorted.length / 2;
            return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        }
    }
}
