package io.tidemark.streams.signals;

import io.tidemark.events.ServerSample;
import io.tidemark.streams.panes.Pane;
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

    /** Entries before it had no number. */
    private static final int VERSION = Pane.WITH_SEGMENTS;

    /** First byte of Avro's single-object encoding. */
    private static final byte AVRO = (byte) 0xC3;

    /** Scrapes saved so far, by run and source. */
    private final Map<String, Long> numbers = new HashMap<>();

    /** The entry for a run's next scrape: its name, and what is kept under it. */
    public KeyValue<String, byte[]> next(String run, ServerSample sample) {
        String source = source(sample);
        long number = numbers.merge(run + "/" + source, 1L, Long::sum);
        WireWriter out = new WireWriter().raw(VERSION).count(number);
        out.tail(AvroBytes.encode(ServerSample.getEncoder(), sample));
        return KeyValue.pair(number % MAX_SLOTS + "/" + source, out.toBytes());
    }

    /** Reads an entry of a run, in whatever order they come. */
    public ServerSample restore(String run, byte[] bytes) {
        if (bytes[0] == AVRO) {
            return AvroBytes.decode(ServerSample.getDecoder(), bytes);
        }
        WireReader in = new WireReader(bytes);
        in.version(VERSION);
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
