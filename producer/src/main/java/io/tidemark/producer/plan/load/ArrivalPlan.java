package io.tidemark.producer.plan.load;

import java.util.Optional;

/** How the conversations of an open-loop step arrive. Rates are conversations per second. */
public sealed interface ArrivalPlan {
    /** The word for it in plans and events. */
    String word();

    /** Rate asked, on average over the measured part; 0 where the file of a trace gives it, or all are due at once. */
    double perSecond();

    /** Equal gaps. */
    record Constant(double perSecond) implements ArrivalPlan {
        @Override
        public String word() {
            return "constant";
        }
    }

    /** Exponential gaps: independent users. */
    record Poisson(double perSecond) implements ArrivalPlan {
        @Override
        public String word() {
            return "poisson";
        }
    }

    /** Gamma-distributed gaps. */
    record Gamma(double perSecond, InterarrivalGaps gaps) implements ArrivalPlan {
        @Override
        public String word() {
            return "gamma";
        }
    }

    /** A rate that changes over time; {@code shape} begins with the measured part, and its first rate is that of the warm-up. */
    record Shaped(String word, RateShape shape, InterarrivalGaps gaps, double perSecond) implements ArrivalPlan {}

    /**
     * As {@code vllm bench serve} sends: gamma gaps, rescaled so that the last request is due at exactly requests / rate. That
     * takes the variance out of the count, so nothing else here does it. With a ramp-up nothing is rescaled.
     *
     * @param perSecond with a ramp-up the average that its rates expect
     */
    record Vllm(double perSecond, int requests, InterarrivalGaps gaps, Optional<RampUp> rampUp) implements ArrivalPlan {
        @Override
        public String word() {
            return "vllm";
        }
    }

    /** Every request is due when the step starts, as vLLM's request rate {@code inf}. */
    record AtOnce(int requests) implements ArrivalPlan {
        @Override
        public String word() {
            return "at-once";
        }

        @Override
        public double perSecond() {
            return 0;
        }
    }

    /** The offsets of the workload's trace file, sped up. */
    record Trace(double speedUp) implements ArrivalPlan {
        @Override
        public String word() {
            return "trace";
        }

        @Override
        public double perSecond() {
            return 0;
        }
    }
}
