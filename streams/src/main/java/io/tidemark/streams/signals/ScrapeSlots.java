package io.tidemark.streams.signals;

import io.tidemark.events.ServerSample;
import io.tidemark.streams.wire.AvroBytes;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.streams.KeyValue;

/**
 * Names of the entries that scrapes are kept under. Slots of a source are reused in the order in which its scrapes came, so that
 * compaction bounds them. Not thread-safe.
 */
public final class ScrapeSlots {
    /** As many scrapes of a source as are kept on the heap. */
    private static final int MAX_SLOTS = 3_600;

    /** Scrapes saved so far, by run and source. */
    private final Map<String, Long> numbers = new HashMap<>();

    /** The entry for a run's next scrape: its name, and what is kept under it. */
    public KeyValue<String, byte[]> next(String run, ServerSample sample) {
        String source = source(sample);
        long number = numbers.merge(run + "/" + source, 1L, Long::sum);
        WireWriter out = WireWriter.versioned().count(number);
        out.tail(AvroBytes.encode(ServerSample.getEncoder(), sample));
        return KeyValue.pair(number % MAX_SLOTS + "/" + source, out.toBytes());
    }

    /** Reads an entry of a run, in whatever order they come. */
    public ServerSample restore(String run, byte[] bytes) {
        WireReader in = WireReader.versioned(bytes);
        long number = in.count();
        ServerSample sample = AvroBytes.decode(ServerSample.getDecoder(), in.tail());
        numbers.merge(run + "/" + source(sample), number, Math::max);
        return sample;
    }

    public void delete(String run) {
        numbers.keySet().removeIf(name -> name.startsWith(run + "/"));
    }

    private static String source(ServerSample sample) {
        return sample.getTarget() + "/" + sample.getRole() + "/" + sample.getInstance() + "/" + sample.getEngine();
    }
}
