package io.tidemark.streams.signals;

import io.tidemark.events.ServerSample;
import io.tidemark.streams.wire.AvroBytes;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.streams.KeyValue;

/**
 * Names of the entries that scrapes are kept under. Slots of a source are reused in the order in which its scrapes came, so that
 * compaction bounds them. Not thread-safe.
 */
public final class ScrapeSlots {
    /** As many scrapes of a source as are kept on the heap. */
    private static final int MAX_SLOTS = 3_600;

    /** By run and source. */
    private final Map<String, Slots> slots = new HashMap<>();

    /** Of all that is kept of a run. */
    private final Map<String, Long> bytesOfRuns = new HashMap<>();

    /**
     * Numbers of the scrapes of a source that are kept.
     *
     * @param last of all that were saved so far
     */
    private record Slots(long first, long last) {
        Slots next() {
            return new Slots(Math.max(first, last + 2 - MAX_SLOTS), last + 1);
        }

        Slots and(long number) {
            return new Slots(Math.min(first, number), Math.max(last, number));
        }
    }

    /** The entry for a run's next scrape: its name, and what is kept under it. */
    public KeyValue<String, byte[]> next(String run, ServerSample sample) {
        String source = source(sample);
        Slots kept = Objects.requireNonNull(
                slots.merge(run + "/" + source, new Slots(1, 1), (before, unused) -> before.next()));
        WireWriter out = WireWriter.versioned().count(kept.last);
        out.tail(AvroBytes.encode(ServerSample.getEncoder(), sample));
        return KeyValue.pair(name(kept.last, source), out.toBytes());
    }

    /** The name of the oldest entry of a sample's source, which is to be kept no more; empty if there is none. */
    public Optional<String> dropOldest(String run, ServerSample sample) {
        String source = source(sample);
        Slots kept = slots.get(run + "/" + source);
        if (kept == null || kept.first > kept.last) {
            return Optional.empty();
        }
        slots.put(run + "/" + source, new Slots(kept.first + 1, kept.last));
        return Optional.of(name(kept.first, source));
    }

    /** So many bytes more are kept of a run; negative for fewer. */
    public void add(String run, long bytes) {
        bytesOfRuns.merge(run, bytes, Long::sum);
    }

    /** Bytes of the entries of a run. */
    public long bytes(String run) {
        return bytesOfRuns.getOrDefault(run, 0L);
    }

    /** Reads an entry of a run, in whatever order they come. */
    public ServerSample restore(String run, byte[] bytes) {
        add(run, bytes.length);
        WireReader in = WireReader.versioned(bytes);
        long number = in.count();
        ServerSample sample = AvroBytes.decode(ServerSample.getDecoder(), in.tail());
        slots.merge(run + "/" + source(sample), new Slots(number, number), (before, unused) -> before.and(number));
        return sample;
    }

    public void delete(String run) {
        slots.keySet().removeIf(name -> name.startsWith(run + "/"));
        bytesOfRuns.remove(run);
    }

    private static String name(long number, String source) {
        return number % MAX_SLOTS + "/" + source;
    }

    private static String source(ServerSample sample) {
        return sample.getTarget() + "/" + sample.getRole() + "/" + sample.getInstance() + "/" + sample.getEngine();
    }
}
