package io.tidemark.producer.schedule;

import io.tidemark.producer.arrivals.Arrivals;
import java.util.OptionalInt;
import java.util.function.LongConsumer;

/**
 * Conversations begin when they are due, whether or not earlier ones have ended.
 *
 * @param concurrencyCap requests in flight; what is due beyond it waits in the client, first in, first out
 */
public record OpenLoop(Arrivals starts, OptionalInt concurrencyCap) implements LoadDriver {
    @Override
    public int turnsToKeepReady() {
        return 0;
    }

    @Override
    public void conversationEnded(long endNanos, LongConsumer begin) {
        // The clock alone begins conversations.
    }

    @Override
    public boolean maySend(int inFlight) {
        return concurrencyCap.isEmpty() || inFlight < concurrencyCap.getAsInt();
    }

    @Override
    public boolean isRampedUp(long begun) {
        return true;
    }
}
