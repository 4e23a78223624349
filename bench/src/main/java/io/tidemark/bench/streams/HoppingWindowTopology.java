package io.tidemark.bench.streams;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.schemas.serde.TokenBatchColumns;
import io.tidemark.schemas.serde.TokenBatchDecoder;
import io.tidemark.schemas.sketch.LogHistogram;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.TimeWindows;
import org.apache.kafka.streams.state.Stores;

/**
 * {@code tokens -> values by series -> repartition -> hopping windows of 60 s, one a second -> windows}: TTFT and ITL percentiles as
 * the DSL of Kafka Streams offers them, with its stores in memory as ours are. A batch is one sketch per metric, not a record per chunk, which spares the DSL most of its work.
 */
final class HoppingWindowTopology {
    private static final Duration WINDOW = Duration.ofSeconds(60);
    private static final Duration HOP = Duration.ofSeconds(1);
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final AtomicLong aggregated = new AtomicLong();

    /** What a batch holds for the windows. */
    private record Batch(String series, long atMillis, LogHistogram ttft, LogHistogram itl) {
        List<KeyValue<String, LogHistogram>> values() {
            List<KeyValue<String, LogHistogram>> values = new ArrayList<>();
            if (!ttft.isEmpty()) {
                values.add(KeyValue.pair(series + "/ttft", ttft));
            }
            if (!itl.isEmpty()) {
                values.add(KeyValue.pair(series + "/itl", itl));
            }
            return values;
        }
    }

    /** How many times a value was added to a window: each value to sixty. */
    long aggregated() {
        return aggregated.get();
    }

    Topology topology(Team team, SchemaRegistry registry) {
        StreamsBuilder builder = new StreamsBuilder();
        Consumed<byte[], Batch> consumed = Consumed.with(Serdes.ByteArray(), batches(registry.tokenBatchDecoder()))
                .withTimestampExtractor((record, before) -> ((Batch) record.value()).atMillis());
        builder.stream(Topic.TOKENS.in(team), consumed)
                .flatMap((key, batch) -> batch.values())
                .groupByKey(Grouped.with("values", Serdes.String(), sketches()))
                .windowedBy(TimeWindows.ofSizeAndGrace(WINDOW, GRACE).advanceBy(HOP))
                .aggregate(
                        LogHistogram::new,
                        (series, value, window) -> {
                            window.merge(value);
                            aggregated.incrementAndGet();
                            return window;
                        },
                        Materialized.<String, LogHistogram>as(
                                        Stores.inMemoryWindowStore("hopping", WINDOW.plus(GRACE), WINDOW, false))
                                .withKeySerde(Serdes.String())
                                .withValueSerde(sketches()))
                .toStream()
                .map((window, sketch) -> KeyValue.pair(window.toString(), quantiles(sketch)))
                .to(Topic.WINDOWS.in(team), Produced.with(Serdes.String(), Serdes.ByteArray()));
        return builder.build();
    }

    private static byte[] quantiles(LogHistogram sketch) {
        return ByteBuffer.allocate(3 * Long.BYTES)
                .putLong(sketch.quantile(0.5))
                .putLong(sketch.quantile(0.95))
                .putLong(sketch.quantile(0.99))
                .array();
    }

    private static Serde<LogHistogram> sketches() {
        return Serdes.serdeFrom((topic, sketch) -> sketch.encode(), (topic, bytes) -> LogHistogram.decode(bytes));
    }

    private static Serde<Batch> batches(TokenBatchDecoder decoder) {
        return Serdes.serdeFrom(
                (topic, batch) -> {
                    throw new UnsupportedOperationException("batches are only read");
                },
                (topic, bytes) -> batch(decoder.decode(new RecordPosition(topic, 0, 0), bytes)));
    }

    private static Batch batch(TokenBatchColumns columns) {
        LogHistogram ttft = new LogHistogram();
        LogHistogram itl = new LogHistogram();
        long sinceSent = columns.baseNanos();
        int outputs = columns.outputBefore();
        for (int i = 0; i < columns.kindCount(); i++) {
            sinceSent += columns.gapsNanos().at(i);
            if (columns.tokens().at(i) < 0) {
                continue;
            }
            if (outputs == 0) {
                ttft.add(sinceSent);
            } else {
                itl.add(columns.gapsNanos().at(i));
            }
            outputs++;
        }
        long atMillis = (columns.dueMicros() + (columns.sentNanos() + sinceSent) / 1_000) / 1_000;
        String series = columns.run() + "/" + columns.step() + "/" + columns.target() + "/" + columns.requestClass();
        return new Batch(series, atMillis, ttft, itl);
    }
}
