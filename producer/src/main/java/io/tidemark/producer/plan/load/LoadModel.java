package io.tidemark.producer.plan.load;

import java.time.Duration;
import java.util.OptionalInt;

/** What drives a step. */
public sealed interface LoadModel {
    /**
     * Conversations start when they are due, whether or not earlier ones have ended.
     *
     * @param concurrencyCap requests in flight; one that is due beyond it waits in the client, and that time is recorded
     */
    record Open(ArrivalPlan arrivals, OptionalInt concurrencyCap) implements LoadModel {
        /** Without a cap. */
        public static Open of(ArrivalPlan arrivals) {
            return new Open(arrivals, OptionalInt.empty());
        }
    }

    /**
     * So many conversations at a time: the next begins when one has ended.
     *
     * @param rampUp over which the first ones begin, evenly; zero: all at once
     */
    record Closed(int concurrency, Duration rampUp) implements LoadModel {
        public Closed {
            if (concurrency < 1) {
                throw new IllegalArgumentException("concurrency must be >= 1 but was " + concurrency);
            }
        }

        /** All at once. */
        public Closed(int concurrency) {
            this(concurrency, Duration.ZERO);
        }
    }
}
