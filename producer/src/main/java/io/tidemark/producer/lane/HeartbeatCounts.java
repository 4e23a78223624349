package io.tidemark.producer.lane;

import io.tidemark.events.Heartbeat;
import io.tidemark.events.LaneStepEnd;
import io.tidemark.events.RequestEvent;
import io.tidemark.producer.conversation.PlannedRequest;
import io.tidemark.producer.publish.ClockOffset;
import io.tidemark.producer.publish.Publisher;
import io.tidemark.producer.runtime.RunSpec;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.sketch.LogHistogram;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * What a lane's heartbeats are made of. Taken on the lane's loop and completed on the publisher's thread, which alone counts
 * what it handed over.
 */
public final class HeartbeatCounts {
    /** Covers a wall-clock anchor that moved while requests with the older one were in flight. */
    private static final Duration MARGIN = Duration.ofMillis(100);

    private final RunSpec spec;
    private final PublishedRequests published = new PublishedRequests();
    private LogHistogram lag = new LogHistogram();
    private CompletedSegments segments = new CompletedSegments();
    private int step = -1;
    private int ready = -1;
    private @Nullable LaneStepEnd ended;
    private long seq;
    private long due;
    private long sent;
    private long dropped;
    private long tokenBatches;

    /** Whether more heartbeats follow. */
    public enum Closing {
        MORE_FOLLOW,
        LAST
    }

    HeartbeatCounts(RunSpec spec) {
        this.spec = spec;
    }

    void step(int current) {
        step = current;
        segments = new CompletedSegments();
    }

    /** From here on the lane says that it is ready to begin a step. */
    void ready(int next) {
        ready = next;
    }

    /** From here on the lane says what its share of a step was. */
    void ended(LaneStepEnd share) {
        ended = share;
    }

    void due(PlannedRequest request) {
        due++;
        segments.due(request);
    }

    void ended(PlannedRequest request) {
        segments.ended(request);
    }

    void sent(long lagNanos) {
        sent++;
        lag.add(lagNanos);
    }

    void dropped() {
        dropped++;
    }

    void tokenBatchPublished() {
        tokenBatches++;
    }

    void requestPublished(RequestEvent request) {
        published.add(request);
    }

    /** Numbers that the next records get. */
    record SequenceNumbers(long tokenBatch, long request) {}

    Heartbeat.Builder take(Instant now, SequenceNumbers next, Closing closing) {
        Heartbeat.Builder beat = Heartbeat.newBuilder()
                .setRun(spec.runId())
                .setLane(spec.lane())
                .setLaneSeq(seq++)
                .setAt(now)
                .setPublishedThrough(closing == Closing.LAST ? now : now.minus(MARGIN))
                .setStep(closing == Closing.LAST ? -1 : step)
                .setTarget(spec.targets().name())
                .setScheduleLag(ByteBuffer.wrap(lag.encode()))
                .setReadyStep(ready)
                .setStepEnd(ended)
                .setNextTokenBatch(next.tokenBatch)
                .setNextRequest(next.request)
                .setDue(due)
                .setSent(sent)
                .setDropped(dropped)
                .setSegmentsOver(step < 0 ? 0 : segments.completed())
                .setClosing(closing == Closing.LAST);
        lag = new LogHistogram();
        return beat;
    }

    /** Requests in flight, and those that wait in the client. */
    record LiveRequests(Collection<RequestRecorder> sent, Collection<RequestRecorder> queued) {}

    static void setAges(Heartbeat.Builder beat, LiveRequests present, long now) {
        LogHistogram waiting = new LogHistogram();
        LogHistogram streaming = new LogHistogram();
        LogHistogram sent = new LogHistogram();
        LogHistogram open = new LogHistogram();
        LogHistogram floors = new LogHistogram();
        present.queued()
                .forEach(track -> waiting.add(Math.max(0, now - track.identity().dueNanos())));
        for (RequestRecorder track : present.sent()) {
            if (track.lastTokenNanos().isPresent()) {
                streaming.add(Math.max(0, now - track.lastTokenNanos().getAsLong()));
                open.add(Math.max(0, now - track.sentNanos()));
                track.minTpotNanos(now).ifPresent(floors::add);
            } else {
                sent.add(Math.max(0, now - track.sentNanos()));
                waiting.add(Math.max(0, now - track.identity().dueNanos()));
            }
        }
        beat.setInFlight(present.sent().size())
                .setWaitingAges(ByteBuffer.wrap(waiting.encode()))
                .setStreamingAges(ByteBuffer.wrap(streaming.encode()))
                .setSentAges(ByteBuffer.wrap(sent.encode()))
                .setOpenAges(ByteBuffer.wrap(open.encode()))
                .setTpotFloors(ByteBuffer.wrap(floors.encode()));
    }

    Heartbeat complete(Heartbeat.Builder beat, Publisher publisher, long overflow) {
        publisher.clockOffset().ifPresent(offset -> setClockOffset(beat, offset));
        long lostBatches = Math.max(0, beat.getNextTokenBatch() - tokenBatches);
        long lostRequests = Math.max(0, beat.getNextRequest() - published.requests());
        return beat.setTokenBatches(tokenBatches)
                .setRequests(published.requests())
                .setLostTokenBatches(lostBatches + publisher.lost(Topic.TOKENS))
                .setLostRequests(lostRequests + publisher.lost(Topic.REQUESTS))
                .setSegmentRequests(published.dueBefore(beat.getStep(), beat.getSegmentsOver()))
                .setOverflow(overflow + publisher.lost())
                .build();
    }

    private static void setClockOffset(Heartbeat.Builder beat, ClockOffset offset) {
        beat.setClockOffsetNanos(offset.offsetNanos()).setClockErrorNanos(offset.errorNanos());
    }
}
