package io.tidemark.producer.yaml;

/** Turns a written value into a typed one. */
@FunctionalInterface
public interface ValueType<T> {
    /** @throws RuleBroken saying the rule, e.g. {@code must be > 0 requests per second} */
    T parse(String text);

    /** A value that breaks its rule; the message begins with "must". */
    final class InvalidValueException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final boolean quotable;

        public InvalidValueException(String rule) {
            this(rule, true);
        }

        private InvalidValueException(String rule, boolean quotable) {
            super(rule);
            this.quotable = quotable;
        }

        /** For a value that may hold a secret: no message quotes it. */
        public static InvalidValueException unquotable(String rule) {
            return new InvalidValueException(rule, false);
        }

        boolean isQuotable() {
            return quotable;
        }
    }
}
