package io.tidemark.simulator.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * The pool of KV blocks. A block is live (held by a running request), cached (held by no request, evicted least recently freed
 * first, still found by its hash) or raw. Blocks with an identity are shared by reference count. Usage counts live blocks
 * only, as {@code vllm:kv_cache_usage_perc} does.
 */
final class KvBlockPool {
    private final int blockSize;
    private final boolean sharing;
    private final HostKvPool hostPool;
    private final Map<Long, Integer> references = new HashMap<>();
    private final LinkedHashSet<Long> cached = new LinkedHashSet<>();
    private int capacity;
    private boolean finding = true;
    private int liveChained;
    private int liveOwn;
    private long nextAnonymous = Long.MIN_VALUE;

    KvBlockPool(EngineConfig config) {
        this.capacity = config.kvBlocks();
        this.blockSize = config.blockSize();
        this.sharing = config.enablePrefixCaching();
        this.hostPool = new HostKvPool(config.features().offload().hostBlocks());
    }

    /** Another number of blocks, and whether cached ones are found; what running requests hold stays theirs until they need more. */
    void limit(int blocks, boolean findsCached) {
        capacity = blocks;
        finding = findsCached;
    }

    int liveBlocks() {
        return liveChained + liveOwn;
    }

    int freeBlocks() {
        return capacity - liveBlocks();
    }

    /** Held by no request, but still to be found or evicted. */
    int cachedBlocks() {
        return cached.size();
    }

    double usage() {
        return Math.min(1, (double) liveBlocks() / capacity);
    }

    HostKvPool hostPool() {
        return hostPool;
    }

    /** How many leading blocks of the request are in the cache or in host memory; the last known token is always computed anew. */
    int hitBlocks(Sequence sequence) {
        return hitBlocks(sequence.request().blockHashes(), sequence.knownTokens());
    }

    int hitBlocks(BlockHashes chain, int knownTokens) {
        if (!sharing || !finding) {
            return 0;
        }
        int most = Math.min(chain.size(), (knownTokens - 1) / blockSize);
        int hits = 0;
        while (hits < most && found(chain.at(hits))) {
            hits++;
        }
        return hits;
    }

    private boolean found(long hash) {
        return references.containsKey(hash) || hostPool.contains(hash);
    }

    /** Whether blocks suffice to admit a request up to {@code tokens}, of which the first {@code hitBlocks} are cached. */
    boolean canAdmit(Sequence sequence, int hitBlocks, long tokens) {
        int alreadyLive = 0;
        for (int i = 0; i < hitBlocks; i++) {
            if (references.getOrDefault(sequence.request().blockHashes().at(i), 0) > 0) {
                alreadyLive++;
            }
        }
        return blocksFor(tokens) - alreadyLive <= freeBlocks();
    }

    /** Makes the request hold its first {@code hitBlocks} blocks; gives how many of them had to come from the host. */
    int acquireHits(Sequence sequence, int hitBlocks) {
        BlockHashes chain = sequence.request().blockHashes();
        List<Long> away = new ArrayList<>();
        for (int i = 0; i < hitBlocks; i++) {
            if (references.containsKey(chain.at(i))) {
                acquireHashed(chain.at(i));
            } else {
                away.add(chain.at(i));
            }
        }
        // All are read before room is made for the first: what is evicted for one must not push another out of the
        // host.
        away.forEach(hostPool::load);
        away.forEach(this::acquireHashed);
        sequence.setBlocks(hitBlocks, 0);
        return away.size();
    }

    /** Makes the request hold blocks for {@code tokens}; false and no change if too few are free. */
    boolean grow(Sequence sequence, long tokens) {
        int missing = blocksFor(tokens) - sequence.heldBlocks();
        if (missing <= 0) {
            return true;
        }
        if (missing > freeBlocks()) {
            return false;
        }
        int chainLeft = sharing ? sequence.request().blockHashes().size() - sequence.heldBlocks() : 0;
        int chained = Math.max(0, Math.min(chainLeft, missing));
        for (int i = 0; i < chained; i++) {
            acquireHashed(sequence.request().blockHashes().at(sequence.heldBlocks() + i));
        }
        acquireUnhashed(missing - chained);
        sequence.setBlocks(chained, missing - chained);
        return true;
    }

    /** Frees all blocks of a request; they stay cached until evicted, the last of the chain to go first. */
    void release(Sequence sequence) {
        BlockHashes chain = sequence.request().blockHashes();
        liveOwn -= sequence.unhashedBlocks();
        if (sharing && chain.size() > 0) {
            for (int i = 0; i < sequence.unhashedBlocks(); i++) {
                cacheAnonymous();
            }
        }
        for (int i = sequence.hashedBlocks() - 1; i >= 0; i--) {
            releaseHashed(chain.at(i));
        }
        sequence.clearBlocks();
    }

    /** No cached prefix is found any more; blocks of running requests stay theirs, and what the host holds stays there. */
    void clearPrefixCache() {
        cached.forEach(references::remove);
        cached.clear();
    }

    private int blocksFor(long tokens) {
        return Math.toIntExact((tokens + blockSize - 1) / blockSize);
    }

    private void acquireHashed(long hash) {
        Integer count = references.get(hash);
        if (count == null) {
            makeRoom(1);
            references.put(hash, 1);
            liveChained++;
            return;
        }
        if (count == 0) {
            cached.remove(hash);
            liveChained++;
        }
        references.put(hash, count + 1);
    }

    private void acquireUnhashed(int blocks) {
        makeRoom(blocks);
        liveOwn += blocks;
    }

    private void releaseHashed(long hash) {
        int left = references.getOrDefault(hash, 0) - 1;
        references.put(hash, left);
        if (left == 0) {
            liveChained--;
            cached.add(hash);
        }
    }

    /** A freed block that no prefix can find still waits for its turn to be evicted. */
    private void cacheAnonymous() {
        long id = nextAnonymous++;
        references.put(id, 0);
        cached.add(id);
    }

    private void evict(long hash) {
        references.remove(hash);
        if (hash >= 0) {
            hostPool.store(hash);
        }
    }

    private void makeRoom(int blocks) {
        int raw = capacity - liveBlocks() - cachedBlocks();
        Iterator<Long> oldest = cached.iterator();
        while (raw < blocks && oldest.hasNext()) {
            evict(oldest.next());
            oldest.remove();
            raw++;
        }
    }
}
