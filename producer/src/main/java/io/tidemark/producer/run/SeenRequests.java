package io.tidemark.producer.run;

import io.tidemark.producer.calibrate.SeenRequest;
import io.tidemark.producer.client.CallEnd;
import io.tidemark.producer.client.CallObserver;
import io.tidemark.producer.client.Chunk;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/** Keeps the stamps of every token of the requests that were due after a ramp. */
final class SeenRequests implements RequestWatch {
    private final String idPrefix;
    private final long rampNanos;
    private final long measuredNanos;
    private final Queue<SeenRequest> seen = new ConcurrentLinkedQueue<>();
    private final AtomicLong chunks = new AtomicLong();
    private volatile long measureFromNanos;

    /** @param idPrefix what a request's {@code X-Request-Id} has before its number */
    SeenRequests(String idPrefix, long rampNanos, long measuredNanos) {
        this.idPrefix = idPrefix;
        this.rampNanos = rampNanos;
        this.measuredNanos = measuredNanos;
    }

    List<SeenRequest> all() {
        return List.copyOf(seen);
    }

    double chunksPerSecond() {
        return chunks.get() * 1e9 / measuredNanos;
    }

    @Override
    public void stepStarts(int step, long startNanos) {
        measureFromNanos = startNanos + rampNanos;
    }

    @Override
    public CallObserver follow(WatchedRequest request) {
        return new Watch(idPrefix + request.number(), request.dueNanos() >= measureFromNanos);
    }

    private final class Watch implements CallObserver {
        private final String id;
        private final boolean measured;
        private final List<Long> stampsNanos = new ArrayList<>();

        Watch(String id, boolean measured) {
            this.id = id;
            this.measured = measured;
        }

        @Override
        public void chunk(Chunk chunk) {
            if (!chunk.isOutput()) {
                return;
            }
            long sinceMeasured = chunk.stampNanos() - measureFromNanos;
            if (sinceMeasured >= 0 && sinceMeasured < measuredNanos) {
                chunks.incrementAndGet();
            }
            if (measured) {
                stampsNanos.add(chunk.stampNanos());
            }
        }

        @Override
        public void ended(CallEnd end) {
            if (measured) {
                long sentNanos = end.stamps().sentNanos();
                seen.add(new SeenRequest(
                        id, stampsNanos.stream().map(stamp -> stamp - sentNanos).toList()));
            }
        }
    }
}
