package io.tidemark.simulator.engine;

import java.util.Iterator;
import java.util.LinkedHashSet;

/** KV blocks in host memory, least recently used first. A block that was copied back stays here too. Confined to the engine. */
final class HostKvPool {
    private final int capacity;
    private final LinkedHashSet<Long> blocks = new LinkedHashSet<>();
    private long queriedTokens;
    private long hitTokens;
    private long stored;
    private long loaded;

    HostKvPool(int capacity) {
        this.capacity = capacity;
    }

    boolean contains(long hash) {
        return blocks.contains(hash);
    }

    /** Keeps a block that the accelerator evicts; it is copied only if it is not here already. */
    void store(long hash) {
        if (capacity == 0) {
            return;
        }
        if (!blocks.remove(hash)) {
            stored++;
        }
        blocks.add(hash);
        if (blocks.size() > capacity) {
            Iterator<Long> oldest = blocks.iterator();
            oldest.next();
            oldest.remove();
        }
    }

    /** Copies a block back. */
    void load(long hash) {
        loaded++;
        if (blocks.remove(hash)) {
            blocks.add(hash);
        }
    }

    void recordLookup(int tokens, int found) {
        if (capacity > 0) {
            queriedTokens += tokens;
            hitTokens += found;
        }
    }

    KvOffloadCounts counts() {
        return new KvOffloadCounts(queriedTokens, hitTokens, stored, loaded, blocks.size());
    }
}
