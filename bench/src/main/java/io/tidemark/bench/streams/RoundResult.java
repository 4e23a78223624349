package io.tidemark.bench.streams;

import java.util.Map;
import java.util.TreeMap;

/**
 * What was measured in one round, one after the other.
 *
 * @param bare with the topology's decoder, by threads
 * @param topologies by their stream threads
 */
record RoundResult(
        BareConsumer.Read bytes,
        BareConsumer.Read byAvro,
        Map<Integer, BareConsumer.Read> bare,
        Map<Integer, TopologyReader.Read> topologies) {
    RoundResult(BareConsumer.Read bytes, BareConsumer.Read byAvro) {
        this(bytes, byAvro, new TreeMap<>(), new TreeMap<>());
    }

    BareConsumer.Read bare(int threads) {
        BareConsumer.Read read = bare.get(threads);
        if (read == null) {
            throw new IllegalStateException("nothing was read by a bare consumer with " + threads + " threads");
        }
        return read;
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
