package io.tidemark.bench.streams;

import java.util.Map;
import java.util.TreeMap;

/**
 * What was measured in one round, one after the other.
 *
 * @param topologies by their stream threads
 */
record Round(
        BareReader.Read bytes,
        BareReader.Read byAvro,
        BareReader.Read bare,
        Map<Integer, TopologyReader.Read> topologies) {
    Round(BareReader.Read bytes, BareReader.Read byAvro, BareReader.Read bare) {
        this(bytes, byAvro, bare, new TreeMap<>());
    }

    TopologyReader.Read topology(int threads) {
        TopologyReader.Read read = topologies.get(threads);
        if (read == null) {
            throw new IllegalStateException("nothing was read with " + threads + " stream threads");
        }
        return read;
    }

    TopologyReader.Read lastTopology() {
        return topologies.values().stream().reduce((before, last) -> last).orElseThrow();
    }

    /** Records per second from the start until FINAL windows held everything. */
    double finalPerSecond(int threads) {
        return bytes.records() / (topology(threads).finalNanos() / 1e9);
    }
}
