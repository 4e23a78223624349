package io.tidemark.bench.lag;

import io.tidemark.bench.harness.BenchmarkCluster;
import io.tidemark.events.Finality;
import io.tidemark.events.MetricName;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.serde.EventDecoder;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/** Reads windows as a sink or a console would, and when it had each E2E window of 10 s. */
final class WindowConsumer implements Callable<List<WindowConsumer.ReadWindow>> {
    static final int WINDOW_SECONDS = 10;

    private static final Duration POLL = Duration.ofMillis(100);

    private final BenchmarkCluster stack;
    private final RequestConsumer.Source of;
    private final InstantSource clock;
    private final BooleanSupplier stopped;
    private final List<ReadWindow> seen = new CopyOnWriteArrayList<>();

    /**
     * A window record.
     *
     * @param endSecond of the window, exclusive
     * @param readNanos when it was read, epoch nanoseconds
     */
    record ReadWindow(long endSecond, Finality finality, long count, long readNanos) {}

    WindowConsumer(BenchmarkCluster stack, RequestConsumer.Source of, InstantSource clock, BooleanSupplier stopped) {
        this.stack = stack;
        this.of = of;
        this.clock = clock;
        this.stopped = stopped;
    }

    @Override
    public List<ReadWindow> call() {
        EventDecoder<WindowStats> decoder = stack.registry().decoder(WindowStats.class);
        try (KafkaConsumer<byte[], byte[]> windows = stack.consumer(of.team(), Topic.WINDOWS)) {
            while (!stopped.getAsBoolean()) {
                ConsumerRecords<byte[], byte[]> some = windows.poll(POLL);
                long readNanos = RequestConsumer.epochNanos(clock.instant());
                for (ConsumerRecord<byte[], byte[]> record : some) {
                    keep(decoder.decode(RecordPosition.of(record), record.value()), readNanos);
                }
            }
        }
        return seen;
    }

    /** Whether a FINAL window that ends at this second or later was read. */
    boolean hasFinal(long endSecond) {
        return seen.stream().anyMatch(window -> window.finality == Finality.FINAL && window.endSecond >= endSecond);
    }

    private void keep(WindowStats window, long readNanos) {
        boolean wanted = window.getRun().equals(of.run())
                && window.getMetric() == MetricName.E2E
                && window.getWindowSeconds() == WINDOW_SECONDS;
        if (wanted) {
            seen.add(new ReadWindow(
                    window.getEnd().getEpochSecond(), window.getFinality(), window.getCount(), readNanos));
        }
    }
}
