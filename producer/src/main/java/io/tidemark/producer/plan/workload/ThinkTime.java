package io.tidemark.producer.plan.workload;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** How long a user thinks between an answer's end and the next turn. */
public sealed interface ThinkTime {
    ThinkTime NONE = new Between(Duration.ZERO, Duration.ZERO);

    Duration draw(RandomGenerator random);

    /** Evenly from {@code min} to {@code max}; always the same where they are equal. */
    record Between(Duration min, Duration max) implements ThinkTime {
        public Between {
            if (min.isNegative() || max.compareTo(min) < 0) {
                throw new IllegalArgumentException("a think time needs 0 <= min <= max but was " + min + " to " + max);
            }
        }

        @Override
        public Duration draw(RandomGenerator random) {
            double share = random.nextDouble();
            return min.plusNanos(Math.round(share * max.minus(min).toNanos()));
        }
    }

    /** Exponential. */
    record Exponential(Duration mean) implements ThinkTime {
        @Override
        public Duration draw(RandomGenerator random) {
            return Duration.ofNanos(Math.round(-Math.log1p(-random.nextDouble()) * mean.toNanos()));
        }
    }
}
