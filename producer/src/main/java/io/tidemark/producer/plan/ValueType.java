package io.tidemark.producer.plan;

/** Turns a written value into a typed one. */
@FunctionalInterface
interface ValueType<T> {
    /** @throws RuleBroken saying the rule, e.g. {@code must be > 0 requests per second} */
    T parse(String text);

    /** A value that breaks its rule; the message begins with "must". */
    final class RuleBroken extends RuntimeException {
        private static final long serialVersionUID = 1L;

        RuleBroken(String rule) {
            super(rule);
        }
    }
}
