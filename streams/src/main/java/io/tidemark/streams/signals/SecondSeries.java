package io.tidemark.streams.signals;

import java.util.List;
import java.util.Optional;

/**
 * The values of one source, second by second: sums and what they are divided by. A gauge's readings are divided by how many there were, a
 * counter's growth by the seconds that it took, a share by its whole. Seconds without a reading have a weight of 0. Mutable, not thread-safe.
 */
public final class SecondSeries {
    private final SecondRange span;
    private final Totals sums;
    private final Totals weights;

    public SecondSeries(SecondRange span) {
        this.span = span;
        this.sums = new Totals(span.seconds());
        this.weights = new Totals(span.seconds());
    }

    /** Running totals, made when they are first asked for. */
    private static final class Totals {
        private final double[] values;
        private boolean running;

        Totals(int seconds) {
            values = new double[seconds + 1];
        }

        void add(int place, double value) {
            if (running) {
                throw new IllegalStateException("a strand that was read takes no more");
            }
            values[place + 1] += value;
        }

        double between(int from, int until) {
            if (!running) {
                for (int i = 1; i < values.length; i++) {
                    values[i] += values[i - 1];
                }
                running = true;
            }
            return values[until] - values[from];
        }
    }

    /** Ignored outside of the span, and where either is not a number. */
    public void add(long second, double sum, double weight) {
        if (span.contains(second) && !Double.isNaN(sum) && weight > 0) {
            sums.add(span.index(second), sum);
            weights.add(span.index(second), weight);
        }
    }

    /** Series of one span as one: what they hold of a second adds up. Empty without any. */
    static Optional<SecondSeries> pooled(List<SecondSeries> all) {
        if (all.size() <= 1) {
            return all.stream().findFirst();
        }
        SecondSeries pooled = new SecondSeries(all.get(0).span);
        for (SecondSeries one : all) {
            for (int place = 0; place < pooled.span.seconds(); place++) {
                pooled.add(pooled.span.from() + place, one.sum(place, place + 1), one.weight(place, place + 1));
            }
        }
        return Optional.of(pooled);
    }

    boolean isEmpty() {
        return weight(0, span.seconds()) == 0;
    }

    double sum(int from, int until) {
        return sums.between(from, until);
    }

    double weight(int from, int until) {
        return weights.between(from, until);
    }

    /** Its mean over places of its span; NaN without a reading. */
    public double mean(int from, int until) {
        double weight = weight(from, until);
        return weight == 0 ? Double.NaN : sum(from, until) / weight;
    }
}
