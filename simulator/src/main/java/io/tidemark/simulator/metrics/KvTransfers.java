package io.tidemark.simulator.metrics;

import io.tidemark.simulator.engine.KvOffload;
import io.tidemark.simulator.engine.KvOffloadCounts;
import java.util.LinkedHashMap;
import java.util.Map;

/** What vLLM's offloading connector counts of its copies; here one of a step's copies in a direction is one. Not thread-safe. */
final class KvTransfers {
    private static final String STORES = "GPU_to_CPU";
    private static final String LOADS = "CPU_to_GPU";

    private final KvOffload offload;
    private final Map<String, TransferTotals> byType = new LinkedHashMap<>();
    private KvOffloadCounts seen = KvOffloadCounts.NONE;

    KvTransfers(KvOffload offload) {
        this.offload = offload;
    }

    boolean enabled() {
        return offload.hostBlocks() > 0;
    }

    void stepped(KvOffloadCounts now) {
        add(STORES, now.storedBlocks() - seen.storedBlocks(), offload.copySecondsPerStoredBlock());
        add(LOADS, now.loadedBlocks() - seen.loadedBlocks(), offload.loadSecondsPerBlock());
        seen = now;
    }

    Map<String, TransferTotals> byType() {
        return byType;
    }

    private void add(String type, long blocks, double secondsPerBlock) {
        if (blocks > 0) {
            TransferTotals before = byType.getOrDefault(type, TransferTotals.none());
            byType.put(type, before.plus(blocks * offload.blockBytes(), blocks * secondsPerBlock));
        }
    }
}
