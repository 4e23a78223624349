package io.tidemark.app.docs;

import io.tidemark.simulator.random.SeededRandom;
import java.util.function.IntUnaryOperator;
import org.apache.commons.math3.distribution.NormalDistribution;

/** How latencies of requests that share a server depend on each other: logarithms of them, by when requests are due. */
interface Dependence {
    /** Standard deviation of a logarithm. */
    double SIGMA = 0.4;

    /** @param due seconds, rising */
    double[] logs(double[] due, SeededRandom draws);

    /** The quantile of what {@link #logs} draws. */
    default double logQuantile(double q) {
        return SIGMA * new NormalDistribution(null, 0, 1).inverseCumulativeProbability(q);
    }

    /** So many requests that follow each other have this share of their variance in common. */
    static Dependence clusters(int size, double common) {
        return (due, draws) -> {
            int shift = draws.between(0, size - 1);
            return shared(due.length, request -> (request + shift) / size, common, draws);
        };
    }

    /** All that is due within a state of so many seconds has this share of its variance in common. */
    static Dependence states(double seconds, double common) {
        return (due, draws) -> {
            double shift = draws.uniform() * seconds;
            return shared(due.length, request -> (int) ((due[request] + shift) / seconds), common, draws);
        };
    }

    private static double[] shared(int requests, IntUnaryOperator groupOf, double common, SeededRandom draws) {
        double[] logs = new double[requests];
        int group = -1;
        double inCommon = 0;
        for (int request = 0; request < requests; request++) {
            if (groupOf.applyAsInt(request) != group) {
                group = groupOf.applyAsInt(request);
                inCommon = draws.gaussian();
            }
            logs[request] = SIGMA * (Math.sqrt(common) * inCommon + Math.sqrt(1 - common) * draws.gaussian());
        }
        return logs;
    }

    /** A server that is slower by a factor in spells: exponential ones of this mean, this share of the time. */
    record Spells(double seconds, double share, double factor) implements Dependence {
        @Override
        public double[] logs(double[] due, SeededRandom draws) {
            boolean slow = draws.uniform() < share;
            double until = draws.exponential() * mean(slow);
            double[] logs = new double[due.length];
            for (int request = 0; request < due.length; request++) {
                while (until < due[request]) {
                    slow = !slow;
                    until += draws.exponential() * mean(slow);
                }
                logs[request] = SIGMA * draws.gaussian() + (slow ? Math.log(factor) : 0);
            }
            return logs;
        }

        private double mean(boolean slow) {
            return slow ? seconds : seconds * (1 - share) / share;
        }

        @Override
        public double logQuantile(double q) {
            NormalDistribution normal = new NormalDistribution(null, 0, SIGMA);
            double low = -1;
            double high = Math.log(factor) + 1;
            while (high - low > 1e-9) {
                double middle = (low + high) / 2;
                double below = (1 - share) * normal.cumulativeProbability(middle)
                        + share * normal.cumulativeProbability(middle - Math.log(factor));
                if (below < q) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            return low;
        }
    }
}
