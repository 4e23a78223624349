package io.tidemark.bench.lag;

import io.tidemark.bench.harness.BenchmarkCluster;
import io.tidemark.events.RequestEvent;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.serde.EventDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/** The yardstick: a bare consumer of the requests topic, and when it had each request. */
final class RequestConsumer implements Callable<List<RequestConsumer.EndedRequest>> {
    private static final Duration POLL = Duration.ofMillis(100);

    private final BenchmarkCluster stack;
    private final Source of;
    private final InstantSource clock;
    private final BooleanSupplier stopped;

    /** What is watched: one run of a team, which may have others. */
    record Source(Team team, String run) {
        /** Where an event has its run's name: after the wire format's head and the length of the name. */
        static final int NAME_AT = 6;

        /** Whether an event is of the run, without decoding it. */
        boolean holds(byte[] event) {
            byte[] name = run.getBytes(StandardCharsets.US_ASCII);
            return Arrays.equals(event, NAME_AT, NAME_AT + name.length, name, 0, name.length);
        }
    }

    /** A request's end and when it was read, epoch nanoseconds. */
    record EndedRequest(long endNanos, long readNanos) {}

    RequestConsumer(BenchmarkCluster stack, Source of, InstantSource clock, BooleanSupplier stopped) {
        this.stack = stack;
        this.of = of;
        this.clock = clock;
        this.stopped = stopped;
    }

    @Override
    public List<EndedRequest> call() {
        List<EndedRequest> seen = new ArrayList<>();
        EventDecoder<RequestEvent> decoder = stack.registry().decoder(RequestEvent.class);
        try (KafkaConsumer<byte[], byte[]> requests = stack.consumer(of.team(), Topic.REQUESTS)) {
            while (!stopped.getAsBoolean()) {
                ConsumerRecords<byte[], byte[]> some = requests.poll(POLL);
                long readNanos = epochNanos(clock.instant());
                for (ConsumerRecord<byte[], byte[]> record : some) {
                    if (of.holds(record.value())) {
                        RequestEvent request = decoder.decode(RecordPosition.of(record), record.value());
                        long end = epochNanos(request.getDue()) + Objects.requireNonNull(request.getEndNanos());
                        seen.add(new EndedRequest(end, readNanos));
                    }
                }
            }
        }
        return seen;
    }

    static long epochNanos(Instant instant) {
        return ChronoUnit.NANOS.between(Instant.EPOCH, instant);
    }
}
