package io.tidemark.producer.lane;

import io.tidemark.events.Heartbeat;
import io.tidemark.events.LaneStepEnd;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.StepPart;
import io.tidemark.producer.client.CallResult;
import io.tidemark.producer.client.LoadClient;
import io.tidemark.producer.conversation.PlannedRequest;
import io.tidemark.producer.openai.RequestFailure;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.record.ObservedRequest;
import io.tidemark.producer.record.RequestIdentity;
import io.tidemark.producer.record.RequestObserver;
import io.tidemark.producer.record.ResponseCacheDetector;
import io.tidemark.producer.record.TokenBatcher;
import io.tidemark.producer.record.WallClockAnchor;
import io.tidemark.producer.runtime.EventQueue;
import io.tidemark.producer.runtime.RunSpec;
import io.tidemark.producer.tally.StepTally;
import io.tidemark.producer.tally.TargetHealth;
import io.tidemark.producer.workers.WorkerShare;
import io.tidemark.schemas.time.Clocks;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The sending and measuring half of a run: all of it on the client's loop, so that stamps, counts and the order of events
 * need no locks. Events leave through a queue that never makes it wait.
 */
public final class Lane {
    private static final long ANCHOR_FOR_NANOS = Duration.ofMinutes(1).toNanos();

    private final RunSpec spec;
    private final LoadClient client;
    private final Clocks clocks;
    private final LaneEventPublisher events;
    private final RequestObserver watch;
    private final HeartbeatCounts heartbeats;
    private final TargetHealth health;
    private final ResponseCacheDetector answerCaches;
    private final int inFlightLimit;
    private final RequestBodyMemory bodies;
    private final Set<RequestRecorder> tracks = new LinkedHashSet<>();
    private final Queue<RequestRecorder> waiting = new ArrayDeque<>();
    private @Nullable RunningStep begun;
    private boolean cancelled;
    private boolean runStops;
    private long number;
    private WallClockAnchor anchor;

    /** What a lane works with. */
    public record Parts(Clocks clocks, EventQueue queue, RequestObserver watch, WorkerShare share, long maxBodyBytes) {
        /** Of this process's heap, bodies of requests may take half. */
        public Parts(Clocks clocks, EventQueue queue, RequestObserver watch, WorkerShare share) {
            this(clocks, queue, watch, share, Runtime.getRuntime().maxMemory() / 2);
        }
    }

    public Lane(RunSpec spec, LoadClient client, Parts parts) {
        this.spec = spec;
        this.answerCaches =
                ResponseCacheDetector.ofHeaders(spec.plan().workloadOptions().answerCacheHeaders());
        this.client = client;
        this.clocks = parts.clocks();
        this.watch = parts.watch();
        this.heartbeats = new HeartbeatCounts(spec);
        this.events = new LaneEventPublisher(parts.queue(), heartbeats);
        this.health = new TargetHealth(!spec.plan().keepGoing());
        this.bodies = new RequestBodyMemory(parts.maxBodyBytes());
        this.inFlightLimit = parts.share().part(spec.plan().limits().inFlight());
        this.anchor = WallClockAnchor.measure(clocks);
    }

    /** A step under way. */
    private record RunningStep(ConversationScheduler load, StepTally tally) {}

    /** Announces to the others at once that it is ready to begin a step. */
    public void ready(int step) {
        heartbeats.ready(step);
        publishHeartbeat(HeartbeatCounts.Closing.MORE_FOLLOW);
    }

    /** Announces to the others at once what its share of a step was. */
    public void ended(LaneStepEnd share) {
        heartbeats.ended(share);
        publishHeartbeat(HeartbeatCounts.Closing.MORE_FOLLOW);
    }

    public void beginStep(ConversationScheduler load, StepTally tally) {
        heartbeats.step(load.step());
        begun = new RunningStep(load, tally);
        cancelled = false;
        runStops = false;
    }

    private RunningStep step() {
        return Objects.requireNonNull(begun, "no step has begun");
    }

    StepTally tally() {
        return step().tally();
    }

    public WallClockAnchor anchor() {
        return anchor;
    }

    /** Whether the target answers, over all steps. */
    public TargetHealth health() {
        return health;
    }

    public int inFlight() {
        return client.inFlight();
    }

    /** Whether nothing is in flight or about to become due. */
    public boolean isIdle() {
        return client.inFlight() == 0 && client.pendingSends() == 0;
    }

    /** Begins to open the connections for so many requests at once, if the plan wants them before they are needed. */
    public void openAhead(int requests) {
        if (spec.plan().connection().keepAlive().openAhead()) {
            openAhead(requests, spec.targets().plans());
        }
    }

    /** Each target gets its share of them. */
    private void openAhead(int requests, List<TargetPlan> targets) {
        double weights = targets.stream().mapToInt(TargetPlan::weight).sum();
        for (int target = 0; target < targets.size(); target++) {
            client.openAhead(
                    target, (int) Math.ceil(requests * targets.get(target).weight() / weights));
        }
    }

    /** Whether connections are still being opened ahead. */
    public boolean isConnecting() {
        return client.connectionsOpening() > 0;
    }

    /** Runs what makes requests due in the order given, as soon as the loop has looked at its sockets. */
    public Executor sendExecutor(Executor loop) {
        return task -> loop.execute(() -> client.submitSend(task));
    }

    /** Requests that are due and wait for the concurrency cap. */
    public int waiting() {
        return waiting.size();
    }

    /** The number that the next request gets. */
    long nextNumber() {
        return number;
    }

    public long takeNumber() {
        return number++;
    }

    /** Sends what is due now, lets it wait for the concurrency cap, or drops it if our own limit is reached. */
    void due(PlannedRequest planned) {
        tally().due(planned);
        heartbeats.due(planned);
        RequestIdentity identity = new RequestIdentity(spec, planned, anchor.at(planned.dueNanos()));
        RequestRecorder track = new RequestRecorder(identity, this, tally().seconds());
        if (cancelled) {
            cancel(track);
        } else if (client.inFlight() + waiting.size() >= inFlightLimit) {
            drop(track, "limits.in_flight of " + inFlightLimit + " was reached");
        } else if (!bodies.hasRoomFor(planned.call())) {
            drop(track, bodies.refusal());
        } else if (waiting.isEmpty() && maySend()) {
            send(track, planned.dueNanos());
        } else {
            tally().queued();
            bodies.acquire(track);
            waiting.add(track);
        }
    }

    /** The server has read the request: without retries it is not sent again. */
    void responseStarted(RequestRecorder track) {
        if (spec.plan().retries().attempts() <= 1) {
            bodies.release(track);
        }
    }

    private boolean maySend() {
        return step().load().maySend(client.inFlight());
    }

    /** Sends what waits and may go; a place for it was free from then on. */
    void sendWaiting(long freeNanos) {
        while (!waiting.isEmpty() && maySend()) {
            RequestRecorder track = waiting.remove();
            send(track, Math.max(freeNanos, track.identity().dueNanos()));
        }
    }

    /** @param ableNanos since when nothing but this client kept it from being sent */
    private void send(RequestRecorder track, long ableNanos) {
        PlannedRequest planned = track.identity().planned();
        track.setObserver(watch.requestSent(ObservedRequest.of(planned)));
        tracks.add(track);
        bodies.acquire(track);
        long sentNanos = client.send(planned.turn().target(), planned.call(), track);
        track.sent(sentNanos, sentNanos - ableNanos);
        tally().sent(planned, sentNanos, sentNanos - ableNanos);
        heartbeats.sent(sentNanos - ableNanos);
    }

    private void drop(RequestRecorder track, String why) {
        heartbeats.dropped();
        publishUnsent(track, Outcome.DROPPED, new RequestFailure("client.in_flight_limit", "", why));
    }

    private void cancel(RequestRecorder track) {
        publishUnsent(
                track, Outcome.CANCELLED, new RequestFailure("client.cancelled", "", "given up before it was sent"));
    }

    private void publishUnsent(RequestRecorder track, Outcome outcome, RequestFailure failure) {
        bodies.release(track);
        PlannedRequest planned = track.identity().planned();
        watch.requestDropped(ObservedRequest.of(planned), failure.text());
        long now = clocks.elapsed().nanos();
        RequestEvent.Builder event = track.identity()
                .describe(RequestEvent.newBuilder())
                .setOutcome(outcome)
                .setErrorType(failure.type())
                .setErrorText(failure.text())
                .setAttempts(0)
                .setTokenBatches(0)
                .setEndNanos(now - planned.dueNanos());
        publish(track, event);
        step().load().conversationEnded(planned, now);
    }

    boolean publishesTokensOf(RequestIdentity identity) {
        return spec.plan().tokens().covers(identity.planned().number());
    }

    /** A batch of chunks is ready. */
    void publishBatch(TokenBatcher.ChunkBatch batch) {
        if (publishesTokensOf(batch.identity())) {
            events.publish(batch);
        }
    }

    /** A request that was sent is over. */
    void ended(RequestRecorder track, RequestEvent.Builder event, CallResult end) {
        tracks.remove(track);
        if (end.outcome() == Outcome.OK) {
            tally().answered(track.identity().planned().part(), end.response());
        }
        bodies.release(track);
        publish(track, event);
        step().load().ended(track.identity().planned(), end);
    }

    private void publish(RequestRecorder track, RequestEvent.Builder event) {
        heartbeats.ended(track.identity().planned());
        if (runStops && event.getOutcome() == Outcome.CANCELLED) {
            event.setPart(StepPart.STOPPED);
            tally().stopped(track.identity().planned(), track.lagNanos());
        }
        RequestEvent built = publishOutsideStep(event);
        tally().ended(track.identity().planned(), built, track.seconds());
        health.ended(built);
        watch.requestEnded(built);
    }

    /** Publishes what belongs to no step's counts. */
    RequestEvent publishOutsideStep(RequestEvent.Builder event) {
        return events.publish(event);
    }

    /** Detects answers that come from a cache. */
    ResponseCacheDetector answerCaches() {
        return answerCaches;
    }

    /** Hands over the batches that are as old as a batch may be. */
    public void flushDue() {
        long now = clocks.elapsed().nanos();
        for (RequestRecorder track : tracks) {
            if (track.batcher().isDue(now)) {
                publishBatch(track.batcher().take(false));
            }
        }
    }

    /**
     * Says how the lane is. All waiting chunks go into the queue first, then the heartbeat: when the publisher meets it,
     * every event with an event time up to now has been handed over.
     */
    public void publishHeartbeat(HeartbeatCounts.Closing closing) {
        client.processPendingReads();
        for (RequestRecorder track : new ArrayList<>(tracks)) {
            if (track.batcher().hasWaiting()) {
                publishBatch(track.batcher().take(false));
            }
        }
        long now = clocks.elapsed().nanos();
        Heartbeat.Builder beat = heartbeats.take(anchor.at(now), events.next(), closing);
        HeartbeatCounts.setAges(beat, new HeartbeatCounts.LiveRequests(tracks, waiting), now);
        events.publish(beat);
        if (now - anchor.nanos() > ANCHOR_FOR_NANOS) {
            anchor = WallClockAnchor.measure(clocks);
        }
    }

    /**
     * Ends the step because its run stops: what it gives up from here on is not measured. Such a request is neither good nor bad, for its
     * answer would have come. One that the drain gives up had its time.
     */
    public void stopMeasuring() {
        runStops = true;
    }

    /** Nothing more is sent: what is in flight or waits, and what still becomes due, ends as CANCELLED. */
    public void cancel() {
        cancelled = true;
        step().load().cancel();
        client.cancelAll();
        while (!waiting.isEmpty()) {
            cancel(waiting.remove());
        }
    }
}
