package io.tidemark.cluster.broker;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Closes what was opened, last first, and all of it even if one fails. Not thread-safe. */
final class ClosingStack implements AutoCloseable {
    /** Something to close that throws nothing checked. */
    interface Closing extends AutoCloseable {
        @Override
        void close();
    }

    private final Deque<Closing> open = new ArrayDeque<>();

    void push(Closing closing) {
        open.push(closing);
    }

    @Override
    public void close() {
        RuntimeException first = null;
        while (!open.isEmpty()) {
            first = joined(first, closeNext());
        }
        if (first != null) {
            throw first;
        }
    }

    /** Closes all because of {@code cause}, to which failures to close are added. */
    <E extends RuntimeException> E closeAfter(E cause) {
        try {
            close();
        } catch (RuntimeException e) {
            cause.addSuppressed(e);
        }
        return cause;
    }

    private @Nullable RuntimeException closeNext() {
        try {
            open.pop().close();
            return null;
        } catch (RuntimeException e) {
            return e;
        }
    }

    private static @Nullable RuntimeException joined(
            @Nullable RuntimeException first, @Nullable RuntimeException next) {
        if (first == null) {
            return next;
        }
        if (next != null) {
            first.addSuppressed(next);
        }
        return first;
    }
}
