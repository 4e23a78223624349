package io.tidemark.producer.plan;

/** Turns a written value into a typed one. */
@FunctionalInterface
public interface ValueType<T> {
    /** @throws RuleBroken saying the rule, e.g. {@code must be > 0 requests per second} */
    T parse(String text);

    /** A value that breaks its rule; the message begins with "must". */
    final class RuleBroken extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final boolean quotable;

        public RuleBroken(String rule) {
            this(rule, true);
        }

        private RuleBroken(String rule, boolean quotable) {
            super(rule);
            this.quotable = quotable;
        }

        /** Of a value that may hold a secret: nobody quotes it. */
        static RuleBroken unquotable(String rule) {
            return new RuleBroken(rule, false);
        }

        boolean isQuotable() {
            return quotable;
        }
    }
}
