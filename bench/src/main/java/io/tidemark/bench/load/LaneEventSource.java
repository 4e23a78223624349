package io.tidemark.bench.load;

import io.tidemark.events.Heartbeat;
import io.tidemark.producer.publish.Publisher;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.random.RandomGenerator;

/** One lane of a run: its events one by one, in the order of their times, heartbeats behind what they cover. Not thread-safe. */
public final class LaneEventSource {
    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final long NEVER = Long.MAX_VALUE;

    private record Pending(SyntheticRequest request, int batch) {
        long readyNanos() {
            return batch < request.batches() ? request.readyNanos(batch) : request.endNanos();
        }

        boolean isEnd() {
            return batch == request.batches();
        }
    }

    private final RunShape shape;
    private final String lane;
    private final RandomGenerator random;
    private final LaneHeartbeats beats;
    private final Queue<Pending> pending =
            new PriorityQueue<>(Comparator.comparingLong(Pending::readyNanos).thenComparingInt(Pending::batch));
    private final long[] stepEndNanos;
    private long nextDueNanos;
    private long begun;
    private boolean closed;

    LaneEventSource(RunShape shape, int lane, RandomGenerator random) {
        this.shape = shape;
        this.lane = RunShape.lane(lane);
        this.random = random;
        this.beats = new LaneHeartbeats(shape, this.lane);
        this.stepEndNanos = new long[shape.steps()];
        this.nextDueNanos = drawDue();
    }

    public boolean hasNext() {
        return !closed;
    }

    /** When the next event happens, since the run's start. */
    public long nextNanos() {
        begin();
        return Math.min(nextEventNanos(), beats.nextNanos());
    }

    /** Publishes the next event. */
    public void publishNext(Publisher publisher) {
        begin();
        Pending next = pending.peek();
        if (next == null) {
            publisher.publish(beats.last(lastEndNanos()));
            closed = true;
            return;
        }
        if (beats.nextNanos() <= next.readyNanos()) {
            publisher.publish(beats.next(pending.size()));
            return;
        }
        pending.remove();
        publish(next, publisher);
    }

    /** When the last request of a step ended, since the run's start, as far as published. */
    long stepEndNanos(int step) {
        return stepEndNanos[step];
    }

    private void publish(Pending next, Publisher publisher) {
        if (!next.isEnd()) {
            publisher.publish(next.request.batch(next.batch, beats.countTokenBatch()));
            pending.add(new Pending(next.request, next.batch + 1));
            return;
        }
        publisher.publish(next.request.event(beats.countRequest()));
        int step = next.request.step();
        stepEndNanos[step] = Math.max(stepEndNanos[step], next.request.endNanos());
    }

    /** Begins requests that are due before anything else happens. */
    private void begin() {
        while (nextDueNanos != NEVER && nextDueNanos <= Math.min(nextEventNanos(), beats.nextNanos())) {
            beginOne();
        }
        while (pending.isEmpty() && nextDueNanos != NEVER) {
            beginOne();
        }
    }

    private void beginOne() {
        SyntheticRequest.Place place =
                new SyntheticRequest.Place(shape, lane, begun, (int) (begun / shape.requestsPerStep()));
        pending.add(new Pending(new SyntheticRequest(place, nextDueNanos, random), 0));
        begun++;
        nextDueNanos = drawDue();
    }

    /** One request in each slot of the schedule, anywhere in it. */
    private long drawDue() {
        if (begun == (long) shape.steps() * shape.requestsPerStep()) {
            return NEVER;
        }
        return Math.round((begun + random.nextDouble()) / shape.perSecond() * SECOND_NANOS);
    }

    private long nextEventNanos() {
        Pending next = pending.peek();
        return next == null ? NEVER : next.readyNanos();
    }

    private long lastEndNanos() {
        return Arrays.stream(stepEndNanos).max().orElse(0);
    }

    /** The heartbeats of a synthetic lane, and the counts that they announce. Not thread-safe. */
    private static final class LaneHeartbeats {
        /** As real lanes leave it. */
        private static final Duration MARGIN = Duration.ofMillis(100);

        private final RunShape shape;
        private final String lane;
        private long seq;
        private long tokenBatches;
        private long requests;

        LaneHeartbeats(RunShape shape, String lane) {
            this.shape = shape;
            this.lane = lane;
        }

        /** The number of the next token batch; counts it. */
        long countTokenBatch() {
            return tokenBatches++;
        }

        /** The number of the next request; counts it. */
        long countRequest() {
            return requests++;
        }

        /** When the next heartbeat is due, since the run's start: one a second. */
        long nextNanos() {
            return (seq + 1) * SECOND_NANOS;
        }

        Heartbeat next(int inFlight) {
            Instant at = shape.start().plusNanos(nextNanos());
            return beat(at, at.minus(MARGIN)).setInFlight(inFlight).build();
        }

        Heartbeat last(long atNanos) {
            Instant at = shape.start().plusNanos(atNanos);
            return beat(at, at).setClosing(true).build();
        }

        private Heartbeat.Builder beat(Instant at, Instant through) {
            return Heartbeat.newBuilder()
                    .setRun(shape.run())
                    .setLane(lane)
                    .setLaneSeq(seq++)
                    .setAt(at)
                    .setPublishedThrough(through)
                    .setTokenBatches(tokenBatches)
                    .setRequests(requests)
                    .setNextTokenBatch(tokenBatches)
                    .setNextRequest(requests)
                    .setDue(requests)
                    .setSent(requests);
        }
    }
}
