package io.tidemark.producer.plan;

/** How the conversations of an open-loop step arrive. Rates are conversations per second. */
public sealed interface ArrivalPlan {
    /** The word for it in plans and events. */
    String word();

    /** Rate asked, on average over the measured part; 0 where the file of a trace gives it. */
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
