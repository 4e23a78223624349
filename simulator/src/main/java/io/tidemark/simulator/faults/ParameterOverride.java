package io.tidemark.simulator.faults;

/**
 * A parameter of a running engine that became another one.
 *
 * @param parameter which
 * @param value what it is now
 */
public record ParameterOverride(Parameter parameter, double value) {
    /** What can change while an engine runs. */
    public enum Parameter {
        MAX_NUM_SEQS("max-num-seqs"),
        MAX_NUM_BATCHED_TOKENS("max-num-batched-tokens"),
        /** Share of the KV blocks that are left, never fewer than one request of the greatest length needs. */
        KV_SHARE("kv-share"),
        /** A factor on the duration of steps. */
        STEP_TIME("step-time");

        private final String word;

        Parameter(String word) {
            this.word = word;
        }

        private boolean allows(double value) {
            return value > 0
                    && !Double.isInfinite(value)
                    && switch (this) {
                        case STEP_TIME -> true;
                        case KV_SHARE -> value <= 1;
                        case MAX_NUM_SEQS, MAX_NUM_BATCHED_TOKENS ->
                            value == Math.rint(value) && value <= Integer.MAX_VALUE;
                    };
        }

        private String rule() {
            return switch (this) {
                case STEP_TIME -> "a factor > 0";
                case KV_SHARE -> "a share in (0, 1]";
                case MAX_NUM_SEQS, MAX_NUM_BATCHED_TOKENS -> "a whole number > 0";
            };
        }
    }

    public ParameterOverride {
        if (!parameter.allows(value)) {
            throw new IllegalArgumentException(
                    "fault regress: " + parameter.word + " must be " + parameter.rule() + " but was " + value);
        }
    }

    /** From {@code NAME=NUMBER}. */
    static ParameterOverride parse(String text) {
        for (Parameter parameter : Parameter.values()) {
            if (text.startsWith(parameter.word + "=")) {
                return new ParameterOverride(parameter, number(text, text.substring(parameter.word.length() + 1)));
            }
        }
        throw new IllegalArgumentException("fault regress: must be max-num-seqs=N, max-num-batched-tokens=N,"
                + " kv-share=SHARE or step-time=FACTOR but was \"" + text + "\"");
    }

    /** @throws IllegalArgumentException if it is of another kind */
    public static ParameterOverride of(Fault fault) {
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
