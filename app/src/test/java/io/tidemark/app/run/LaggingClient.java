package io.tidemark.app.run;

import io.tidemark.events.Heartbeat;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.TokenBatch;
import io.tidemark.schemas.sketch.LogHistogram;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * Makes a client in virtual time, which never lags, one that does: from a moment on each request is sent later than it was due, by up
 * to so much, and all its stamps with it; heartbeats say so.
 */
final class LaggingClient {
    private static final long MIN_SHARE_PERCENT = 30;

    private final Instant from;
    private final long mostNanos;

    LaggingClient(Instant from, Duration most) {
        this.from = from;
        this.mostNanos = most.toNanos();
    }

    List<SpecificRecordBase> of(List<SpecificRecordBase> events) {
        return events.stream().map(this::lagging).toList();
    }

    private SpecificRecordBase lagging(SpecificRecordBase event) {
        if (event instanceof TokenBatch batch) {
            return TokenBatch.newBuilder(batch)
                    .setSentNanos(batch.getSentNanos() + lagNanos(batch.getRequest(), batch.getDue()))
                    .build();
        }
        if (event instanceof RequestEvent request) {
            return lagging(request);
        }
        if (event instanceof Heartbeat beat && !beat.getAt().isBefore(from)) {
            LogHistogram lag = new LogHistogram();
            for (long percent = MIN_SHARE_PERCENT; percent <= 100; percent += 10) {
                lag.add(mostNanos * percent / 100);
            }
            return Heartbeat.newBuilder(beat)
                    .setScheduleLag(ByteBuffer.wrap(lag.encode()))
                    .build();
        }
        return event;
    }

    private RequestEvent lagging(RequestEvent request) {
        long lag = lagNanos(request.getRequest(), request.getDue());
        RequestEvent.Builder late = RequestEvent.newBuilder(request);
        List<Stamp> stamps = List.of(
                new Stamp(request::getSentNanos, late::setSentNanos),
                new Stamp(request::getFirstByteNanos, late::setFirstByteNanos),
                new Stamp(request::getFirstTokenNanos, late::setFirstTokenNanos),
                new Stamp(request::getLastTokenNanos, late::setLastTokenNanos),
                new Stamp(request::getEndNanos, late::setEndNanos));
        stamps.forEach(stamp -> stamp.later(lag));
        return late.build();
    }

    private record Stamp(Supplier<Long> was, Consumer<Long> becomes) {
        void later(long lagNanos) {
            Long nanos = was.get();
            if (nanos != null) {
                becomes.accept(nanos + lagNanos);
            }
        }
    }

    private long lagNanos(String request, Instant due) {
        if (due.isBefore(from)) {
            return 0;
        }
        long percent = MIN_SHARE_PERCENT + Math.floorMod(31L * request.hashCode(), 100 - MIN_SHARE_PERCENT);
        return mostNanos * percent / 100;
    }
}
