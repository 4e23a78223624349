package io.tidemark.bench.lag;

import io.tidemark.bench.Stack;
import io.tidemark.events.RequestEvent;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.EventDecoder;
import io.tidemark.schemas.serde.RecordPosition;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/** The yardstick: a bare consumer of the requests topic, and when it had each request. */
final class RequestTap implements Callable<List<RequestTap.Ended>> {
    private static final Duration POLL = Duration.ofMillis(100);

    private final Stack stack;
    private final Team team;
    private final InstantSource clock;
    private final BooleanSupplier stopped;

    /** A request's end and when it was read, epoch nanoseconds. */
    record Ended(long endNanos, long readNanos) {}

    RequestTap(Stack stack, Team team, InstantSource clock, BooleanSupplier stopped) {
        this.stack = stack;
        this.team = team;
        this.clock = clock;
        this.stopped = stopped;
    }

    @Override
    public List<Ended> call() {
        List<Ended> seen = new ArrayList<>();
        EventDecoder<RequestEvent> decoder = stack.registry().decoder(RequestEvent.class);
        try (KafkaConsumer<byte[], byte[]> requests = stack.consumer(team, Topic.REQUESTS)) {
            while (!stopped.getAsBoolean()) {
                ConsumerRecords<byte[], byte[]> some = requests.poll(POLL);
                long readNanos = epochNanos(clock.instant());
                for (ConsumerRecord<byte[], byte[]> record : some) {
                    RequestEvent request = decoder.decode(RecordPosition.of(record), record.value());
                    long end = epochNanos(request.getDue()) + Objects.requireNonNull(request.getEndNanos());
                    seen.add(new Ended(end, readNanos));
                }
            }
        }
        return seen;
    }

    static long epochNanos(Instant instant) {
        return ChronoUnit.NANOS.between(Instant.EPOCH, instant);
    }
}
