package io.tidemark.analysis.tune;

/** What was seen of one unknown, on the scale of the model. */
sealed interface Observation {
    /** With more noise, of this variance, where it is not in it already. */
    Observation withNoise(double more);

    /** A value with the variance of its noise. */
    sealed interface Value extends Observation {
        double value();

        double variance();
    }

    /** The unknown's value. */
    record Exact(double value, double variance) implements Value {
        @Override
        public Exact withNoise(double more) {
            return new Exact(value, variance + more);
        }
    }

    /** What a bound was found to say, by the observations beside it: a value with a variance that already has all noise in it. */
    record Settled(double value, double variance) implements Value {
        @Override
        public Settled withNoise(double more) {
            return this;
        }
    }

    /** That with noise of this variance it lies on one side of a bound. */
    record OneSided(double bound, double variance, boolean isAbove) implements Observation {
        @Override
        public OneSided withNoise(double more) {
            return new OneSided(bound, variance + more, isAbove);
        }
    }
}
