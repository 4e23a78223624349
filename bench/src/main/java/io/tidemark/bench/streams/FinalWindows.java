package io.tidemark.bench.streams;

import io.tidemark.bench.Stack;
import io.tidemark.events.Finality;
import io.tidemark.events.MetricName;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.EventDecoder;
import io.tidemark.schemas.serde.RecordPosition;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/**
 * What the last FINAL windows over whole steps hold, read after the clock has stopped.
 *
 * @param records all window records, however final
 */
record FinalWindows(long records, long ttfts, long itls) {
    private static final Duration POLL = Duration.ofSeconds(1);

    static FinalWindows read(Stack stack, Traffic traffic) {
        EventDecoder<WindowStats> decoder = stack.registry().decoder(WindowStats.class);
        Map<String, Long> ttfts = new HashMap<>();
        Map<String, Long> itls = new HashMap<>();
        long records = 0;
        try (KafkaConsumer<byte[], byte[]> windows = stack.consumer(traffic.team(), Topic.WINDOWS)) {
            for (ConsumerRecords<byte[], byte[]> some = windows.poll(POLL);
                    !some.isEmpty();
                    some = windows.poll(POLL)) {
                for (ConsumerRecord<byte[], byte[]> record : some) {
                    keep(decoder.decode(RecordPosition.of(record), record.value()), ttfts, itls);
                    records++;
                }
            }
        }
        return new FinalWindows(records, sum(ttfts), sum(itls));
    }

    private static void keep(WindowStats window, Map<String, Long> ttfts, Map<String, Long> itls) {
        if (window.getFinality() != Finality.FINAL || window.getWindowSeconds() != 0) {
            return;
        }
        String step = window.getRun() + "/" + window.getStep();
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
