package io.tidemark.producer.calibrate;

import io.tidemark.producer.client.CallObserver;
import io.tidemark.producer.client.CallResult;
import io.tidemark.producer.openai.ResponseChunk;
import io.tidemark.producer.record.ObservedRequest;
import io.tidemark.producer.record.RequestObserver;
import io.tidemark.producer.validity.ClientTokenTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/** Keeps the stamps of every token of the requests that were due after a ramp. */
final class ClientTokenTimesRecorder implements RequestObserver {
    private final String idPrefix;
    private final long rampNanos;
    private final long measuredNanos;
    private final Queue<ClientTokenTimes> times = new ConcurrentLinkedQueue<>();
    private final AtomicLong chunks = new AtomicLong();
    private volatile long measureFromNanos;

    /** @param idPrefix what a request's {@code X-Request-Id} has before its number */
    ClientTokenTimesRecorder(String idPrefix, long rampNanos, long measuredNanos) {
        this.idPrefix = idPrefix;
        this.rampNanos = rampNanos;
        this.measuredNanos = measuredNanos;
    }

    List<ClientTokenTimes> tokenTimes() {
        return List.copyOf(times);
    }

    double chunksPerSecond() {
        return chunks.get() * 1e9 / measuredNanos;
    }

    @Override
    public void stepStarted(int step, long startNanos) {
        measureFromNanos = startNanos + rampNanos;
    }

    @Override
    public CallObserver requestSent(ObservedRequest request) {
        return new CallRecorder(idPrefix + request.number(), request.dueNanos() >= measureFromNanos);
    }

    private final class CallRecorder implements CallObserver {
        private final String id;
        private final boolean measured;
        private final List<Long> stampsNanos = new ArrayList<>();

        CallRecorder(String id, boolean measured) {
            this.id = id;
            this.measured = measured;
        }

        @Override
        public void chunk(ResponseChunk chunk) {
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
        public void ended(CallResult end) {
            if (measured) {
                long sentNanos = end.stamps().sentNanos();
                times.add(new ClientTokenTimes(
                        id, stampsNanos.stream().map(stamp -> stamp - sentNanos).toList()));
            }
        }
    }
}
