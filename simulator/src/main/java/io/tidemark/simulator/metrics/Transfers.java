package io.tidemark.simulator.metrics;

import io.tidemark.simulator.engine.Offload;
import io.tidemark.simulator.engine.OffloadCounts;
import java.util.LinkedHashMap;
import java.util.Map;

/** What vLLM's offloading connector counts of its copies; here one of a step's copies in a direction is one. Not thread-safe. */
final class Transfers {
    private static final String STORES = "GPU_to_CPU";
    private static final String LOADS = "CPU_to_GPU";

    private final Offload offload;
    private final Map<String, Copies> byType = new LinkedHashMap<>();
    private OffloadCounts seen = OffloadCounts.NONE;

    Transfers(Offload offload) {
        this.offload = offload;
    }

    boolean on() {
        return offload.hostBlocks() > 0;
    }

    void stepped(OffloadCounts now) {
        add(STORES, now.storedBlocks() - seen.storedBlocks(), offload.copySecondsPerStoredBlock());
        add(LOADS, now.loadedBlocks() - seen.loadedBlocks(), offload.loadSecondsPerBlock());
        seen = now;
    }

    Map<String, Copies> byType() {
        return byType;
    }

    private void add(String type, long blocks, double secondsPerBlock) {
        if (blocks > 0) {
            Copies before = byType.getOrDefault(type, Copies.none());
            byType.put(type, before.and(blocks * offload.blockBytes(), blocks * secondsPerBlock));
        }
    }
}
