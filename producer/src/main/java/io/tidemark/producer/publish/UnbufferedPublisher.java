package io.tidemark.producer.publish;

import java.util.Optional;

/** A publisher that keeps nothing of what it takes, so that there is nothing to lose, to wait for or to close. */
public abstract class UnbufferedPublisher implements Publisher {
    @Override
    public final long lost() {
        return 0;
    }

    @Override
    public final Optional<ClockOffset> clockOffset() {
        return Optional.empty();
    }

    @Override
    public final void flush() {
        // Nothing is kept.
    }

    @Override
    public final void close() {
        // Nothing is open.
    }
}
