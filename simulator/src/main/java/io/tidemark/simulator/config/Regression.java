package io.tidemark.simulator.config;

/**
 * A parameter of a running engine that became another one.
 *
 * @param parameter which
 * @param value what it is now
 */
public record Regression(Parameter parameter, double value) {
    /** What can change while an engine runs. */
    public enum Parameter {
        MAX_NUM_SEQS("max-num-seqs"),
        MAX_NUM_BATCHED_TOKENS("max-num-batched-tokens"),
        /** A factor on the duration of steps. */
        STEP_TIME("step-time");

        private final String word;

        Parameter(String word) {
            this.word = word;
        }
    }

    public Regression {
        boolean whole = parameter == Parameter.STEP_TIME || (value == Math.rint(value) && value <= Integer.MAX_VALUE);
        if (!(value > 0) || Double.isInfinite(value) || !whole) {
            throw new IllegalArgumentException("fault regress: " + parameter.word + " must be "
                    + (parameter == Parameter.STEP_TIME ? "a factor > 0" : "a whole number > 0") + " but was " + value);
        }
    }

    /** From {@code NAME=NUMBER}. */
    static Regression parse(String text) {
        for (Parameter parameter : Parameter.values()) {
            if (text.startsWith(parameter.word + "=")) {
                return new Regression(parameter, number(text, text.substring(parameter.word.length() + 1)));
            }
        }
        throw new IllegalArgumentException("fault regress: must be max-num-seqs=N, max-num-batched-tokens=N or"
                + " step-time=FACTOR but was \"" + text + "\"");
    }

    /** @throws IllegalArgumentException if it is of another kind */
    public static Regression of(Fault fault) {
        return parse(fault.value());
    }

    private static double number(String text, String number) {
        try {
            return Double.parseDouble(number);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("fault regress: must be NAME=NUMBER but was \"" + text + "\"", e);
        }
    }
}
