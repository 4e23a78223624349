package io.tidemark.app.cli.vllm;

import io.tidemark.producer.client.CallObserver;
import io.tidemark.producer.record.ObservedRequest;
import io.tidemark.producer.record.RequestObserver;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Keeps every request of one step, with the stamps of all its messages: what {@code --save-detailed} writes. Its memory grows
 * with the number of prompts and their answers; it is not for runs without an end. Written on the lane's loop, read when the
 * run has ended.
 */
final class BenchRecorder implements RequestObserver {
    private final int step;
    private final boolean keepsText;
    private final Map<Long, RecordedRequest> requests = new TreeMap<>();
    private long scheduleStartNanos;

    /**
     * A recorder.
     *
     * @param step whose requests are kept
     * @param keepsText whether answers' texts are kept too
     */
    BenchRecorder(int step, boolean keepsText) {
        this.step = step;
        this.keepsText = keepsText;
    }

    @Override
    public synchronized void stepStarted(int started, long startNanos) {
        if (started == step) {
            scheduleStartNanos = startNanos;
        }
    }

    @Override
    public synchronized CallObserver requestSent(ObservedRequest request) {
        if (request.step() != step) {
            return CallObserver.silent();
        }
        RecordedRequest recorded = new RecordedRequest(request);
        requests.put(request.number(), recorded);
        return recorded;
    }

    @Override
    public synchronized void requestDropped(ObservedRequest request, String why) {
        if (request.step() == step) {
            RecordedRequest recorded = new RecordedRequest(request);
            recorded.dropped(why);
            requests.put(request.number(), recorded);
        }
    }

    @Override
    public boolean wantsText() {
        return keepsText;
    }

    /** What was seen, in the order of the schedule. */
    synchronized BenchRecord record() {
        return new BenchRecord(scheduleStartNanos, List.copyOf(requests.values()));
    }

    /**
     * The requests of a benchmark, in the order of their schedule.
     *
     * @param startNanos when the schedule began, by the run's clock
     */
    record BenchRecord(long startNanos, List<RecordedRequest> requests) {
        private static final double NANOS = 1e9;

        BenchRecord {
            requests = List.copyOf(requests);
        }

        /** From the schedule's start to the end of the last request. */
        double durationSeconds() {
            long end =
                    requests.stream().mapToLong(RecordedRequest::endNanos).max().orElse(startNanos);
            return Math.max(1, end - startNanos) / NANOS;
        }
    }
}
