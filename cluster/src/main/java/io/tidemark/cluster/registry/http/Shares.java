package io.tidemark.cluster.registry.http;

import java.util.HashMap;
import java.util.Map;
import java.util.function.ToLongFunction;

/** What holders hold at a time, one of them and all together. Thread-safe. */
final class Shares<K> {
    private final ToLongFunction<K> mostOfOne;
    private final long most;
    private final Map<K, Long> held = new HashMap<>();
    private long inAll;

    Shares(ToLongFunction<K> mostOfOne, long most) {
        this.mostOfOne = mostOfOne;
        this.most = most;
    }

    /** Whether there was room for so much more, which the holder then has. */
    synchronized boolean take(K holder, long amount) {
        long own = held.getOrDefault(holder, 0L) + amount;
        if (own > mostOfOne.applyAsLong(holder) || inAll + amount > most) {
            return false;
        }
        held.put(holder, own);
        inAll += amount;
        return true;
    }

    synchronized void giveBack(K holder, long amount) {
        held.computeIfPresent(holder, (unused, own) -> own == amount ? null : own - amount);
        inAll -= amount;
    }
}
