package io.tidemark.streams.run;

import java.util.HashMap;
import java.util.Map;

/** How many definitions of each run the store holds, and how large they are. Not thread-safe. */
final class DefinitionSizes {
    private final Map<String, OfRun> byRun = new HashMap<>();

    private static final class OfRun {
        private final Map<String, Integer> bytesByName = new HashMap<>();
        private long totalBytes;
    }

    void put(String run, String name, int sizeBytes) {
        OfRun sizes = byRun.computeIfAbsent(run, unseen -> new OfRun());
        Integer before = sizes.bytesByName.put(name, sizeBytes);
        sizes.totalBytes += sizeBytes - (before == null ? 0 : before);
    }

    void remove(String run, String name) {
        OfRun sizes = byRun.get(run);
        Integer before = sizes == null ? null : sizes.bytesByName.remove(name);
        if (sizes != null && before != null) {
            sizes.totalBytes -= before;
        }
    }

    void remove(String run) {
        byRun.remove(run);
    }

    int count(String run) {
        OfRun sizes = byRun.get(run);
        return sizes == null ? 0 : sizes.bytesByName.size();
    }

    long totalBytes(String run) {
        OfRun sizes = byRun.get(run);
        return sizes == null ? 0 : sizes.totalBytes;
    }

    /** 0 if there is no such definition. */
    int bytes(String run, String name) {
        OfRun sizes = byRun.get(run);
        return sizes == null ? 0 : sizes.bytesByName.getOrDefault(name, 0);
    }
}
