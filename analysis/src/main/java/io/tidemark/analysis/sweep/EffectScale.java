package io.tidemark.analysis.sweep;

/** The scale on which an effect is expressed. */
public enum EffectScale {
    /** Value less reference, in the unit of the figure. */
    DIFFERENCE {
        @Override
        double scaled(double value) {
            return value;
        }

        @Override
        double unscaled(double scaled) {
            return scaled;
        }
    },
    /** Value by reference: 1.12 is 12 % more. Figures must be greater than 0. */
    RATIO {
        @Override
        double scaled(double value) {
            if (!(value > 0)) {
                throw new IllegalArgumentException("a ratio needs figures > 0 but one was " + value);
            }
            return Math.log(value);
        }

        @Override
        double unscaled(double scaled) {
            return Math.exp(scaled);
        }
    };

    abstract double scaled(double value);

    abstract double unscaled(double scaled);
}
