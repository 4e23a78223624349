package io.tidemark.bench.streams;

import io.tidemark.events.Finality;
import io.tidemark.events.MetricName;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.serde.EventDecoder;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/** What the last FINAL windows over whole steps hold, as far as they were read. Not thread-safe. */
final class FinalWindows {
    private static final Duration POLL = Duration.ofMillis(50);

    private final KafkaConsumer<byte[], byte[]> windows;
    private final EventDecoder<WindowStats> decoder;
    private final Map<String, Long> ttfts = new HashMap<>();
    private final Map<String, Long> itls = new HashMap<>();
    private long records;

    /** Counts over all steps; {@code records} are all window records, however final. */
    record Counts(long records, long ttfts, long itls) {}

    FinalWindows(KafkaConsumer<byte[], byte[]> windows, EventDecoder<WindowStats> decoder) {
        this.windows = windows;
        this.decoder = decoder;
    }

    /** Reads on. */
    Counts counts() {
        windows.poll(POLL).forEach(record -> {
            keep(decoder.decode(RecordPosition.of(record), record.value()));
            records++;
        });
        return new Counts(records, sum(ttfts), sum(itls));
    }

    private void keep(WindowStats window) {
        if (window.getFinality() != Finality.FINAL || window.getWindowSeconds() != 0) {
            return;
        }
        String step = window.getRun() + "/" + window.getStep() + "/" + window.getTarget();
        if (window.getMetric() == MetricName.TTFT) {
            ttfts.put(step, window.getCount());
        } else if (window.getMetric() == MetricName.ITL) {
            itls.put(step, window.getCount());
        }
    }

    private static long sum(Map<String, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }
}
