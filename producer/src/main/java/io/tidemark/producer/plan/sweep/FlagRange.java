package io.tidemark.producer.plan.sweep;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** What a flag of a random space is drawn from. */
sealed interface FlagRange {
    /** The text of a value. */
    String draw(RandomGenerator random);

    /** Each as likely as the others. */
    record Choices(List<String> values) implements FlagRange {
        public Choices {
            values = List.copyOf(values);
        }

        @Override
        public String draw(RandomGenerator random) {
            return values.get(random.nextInt(values.size()));
        }
    }

    /**
     * Numbers between two ends, both included; evenly by themselves or by their logarithm.
     *
     * @param step distance of the values that are taken, counted from {@code from}; empty: any
     * @param whole whether values are rounded to whole numbers; others have four significant digits
     */
    record Numbers(BigDecimal from, BigDecimal to, Scale scale, Optional<BigDecimal> step, boolean whole)
            implements FlagRange {
        private static final MathContext DIGITS = new MathContext(4, RoundingMode.HALF_EVEN);

        @Override
        public String draw(RandomGenerator random) {
            BigDecimal value = step.isPresent() ? stepped(random, step.get()) : rounded(any(random));
            return value.max(from).min(to).stripTrailingZeros().toPlainString();
        }

        /** On a linear scale each step is as likely as the others; on a logarithmic one the nearest to the drawn number is taken. */
        private BigDecimal stepped(RandomGenerator random, BigDecimal width) {
            long steps = to.subtract(from).divideToIntegralValue(width).longValue();
            if (scale == Scale.LINEAR) {
                return from.add(width.multiply(BigDecimal.valueOf(random.nextLong(steps + 1))));
            }
            BigDecimal beyond = BigDecimal.valueOf(any(random)).subtract(from);
            long nearest = beyond.divide(width, 0, RoundingMode.HALF_EVEN).longValue();
            return from.add(width.multiply(BigDecimal.valueOf(Math.max(0, Math.min(steps, nearest)))));
        }

        private double any(RandomGenerator random) {
            double share = random.nextDouble();
            double low = from.doubleValue();
            double high = to.doubleValue();
            if (scale == Scale.LOG) {
                return low * Math.exp(share * Math.log(high / low));
            }
            // Each whole number has a range of one around it, also the ends.
            return whole ? low - 0.5 + share * (high - low + 1) : low + share * (high - low);
        }

        private BigDecimal rounded(double value) {
            return whole
                    ? BigDecimal.valueOf(Math.round(value))
                    : BigDecimal.valueOf(value).round(DIGITS);
        }
    }

    /** By what a range is even. */
    enum Scale {
        LINEAR,
        LOG
    }
}
