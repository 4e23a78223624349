package io.tidemark.producer.arrivals;

import io.tidemark.producer.plan.load.InterarrivalGaps;
import java.util.function.DoubleSupplier;
import java.util.random.RandomGenerator;
import org.apache.commons.math3.distribution.GammaDistribution;

/** Independent gaps of mean 1. */
final class UnitMeanGaps {
    private UnitMeanGaps() {}

    static DoubleSupplier of(InterarrivalGaps gaps, RandomGenerator random) {
        double burstiness = gaps.burstiness();
        if (Double.isInfinite(burstiness)) {
            return () -> 1;
        }
        if (burstiness == 1) {
            return () -> -Math.log1p(-random.nextDouble());
        }
        GammaDistribution gamma = new GammaDistribution(new CommonsMathRandom(random), burstiness, 1 / burstiness);
        return gamma::sample;
    }

    /** Where requests are on the axis of what is expected: equal gaps begin at 0, random ones a gap after it. */
    static DoubleSupplier unitRateArrivals(InterarrivalGaps gaps, RandomGenerator random) {
        return new Sum(of(gaps, random), Double.isInfinite(gaps.burstiness()) ? -1 : 0);
    }

    private static final class Sum implements DoubleSupplier {
        private final DoubleSupplier gaps;
        private double sum;

        Sum(DoubleSupplier gaps, double from) {
            this.gaps = gaps;
            this.sum = from;
        }

        @Override
        public double getAsDouble() {
            sum += gaps.getAsDouble();
            return sum;
        }
    }
}
