package io.tidemark.producer.run;

import io.tidemark.events.Heartbeat;
import io.tidemark.events.LaneStepEnd;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.StepPart;
import io.tidemark.producer.client.CallEnd;
import io.tidemark.producer.client.Failure;
import io.tidemark.producer.client.LoadClient;
import io.tidemark.producer.lanes.Share;
import io.tidemark.producer.publish.Clocks;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The sending and measuring half of a run: all of it on the client's loop, so that stamps, counts and the order of events
 * need no locks. Events leave through a queue that never makes it wait.
 */
final class Lane {
    private static final long ANCHOR_FOR_NANOS = Duration.ofMinutes(1).toNanos();

    private final RunSpec spec;
    private final LoadClient client;
    private final Clocks clocks;
    private final LaneEvents events;
    private final RequestWatch watch;
    private final HeartbeatCounts beats;
    private final TargetHealth health;
    private final AnswerCaches answerCaches;
    private final int inFlightLimit;
    private final BodyBudget bodies;
    private final Set<RequestTrack> tracks = new LinkedHashSet<>();
    private final Queue<RequestTrack> waiting = new ArrayDeque<>();
    private @Nullable Begun begun;
    private boolean givenUp;
    private boolean runStops;
    private long number;
    private WallAnchor anchor;

    /** What a lane works with. */
    record Parts(Clocks clocks, Outlet queue, RequestWatch watch, Share share, long maxBodyBytes) {
        /** Of this process's heap, bodies of requests may take half. */
        Parts(Clocks clocks, Outlet queue, RequestWatch watch, Share share) {
            this(clocks, queue, watch, share, Runtime.getRuntime().maxMemory() / 2);
        }
    }

    Lane(RunSpec spec, LoadClient client, Parts parts) {
        this.spec = spec;
        this.answerCaches = AnswerCaches.named(spec.plan().workloadOptions().answerCacheHeaders());
        this.client = client;
        this.clocks = parts.clocks();
        this.watch = parts.watch();
        this.beats = new HeartbeatCounts(spec);
        this.events = new LaneEvents(parts.queue(), beats);
        this.health = new TargetHealth(!spec.plan().keepGoing());
        this.bodies = new BodyBudget(parts.maxBodyBytes());
        this.inFlightLimit = parts.share().part(spec.plan().limits().inFlight());
        this.anchor = WallAnchor.measure(clocks);
    }

    /** A step under way. */
    private record Begun(StepLoad load, StepTally tally) {}

    /** Tells the others at once that it is ready to begin a step. */
    void ready(int step) {
        beats.ready(step);
        beat(HeartbeatCounts.Closing.MORE_FOLLOW);
    }

    /** Tells the others at once what its share of a step was. */
    void ended(LaneStepEnd share) {
        beats.ended(share);
        beat(HeartbeatCounts.Closing.MORE_FOLLOW);
    }

    void beginStep(StepLoad load, StepTally tally) {
        beats.step(load.step());
        begun = new Begun(load, tally);
        givenUp = false;
        runStops = false;
    }

    private Begun step() {
        return Objects.requireNonNull(begun, "no step has begun");
    }

    StepTally tally() {
        return step().tally();
    }

    WallAnchor anchor() {
        return anchor;
    }

    /** Whether the target answers, over all steps. */
    TargetHealth health() {
        return health;
    }

    int inFlight() {
        return client.inFlight();
    }

    /** Whether nothing is in flight or about to become due. */
    boolean isQuiet() {
        return client.inFlight() == 0 && client.waitingForTheirTurn() == 0;
    }

    /** Begins to open the connections for so many requests at once, if the plan wants them before they are needed. */
    void openAhead(int requests) {
        if (spec.plan().connection().keepAlive().openAhead()) {
            client.openAhead(requests);
        }
    }

    /** Whether connections are still being opened ahead. */
    boolean isOpening() {
        return client.opening() > 0;
    }

    /** Runs what makes requests due in the order given, as soon as the loop has looked at its sockets. */
    Executor inTurn(Executor loop) {
        return task -> loop.execute(() -> client.inTurn(task));
    }

    /** Requests that are due and wait for the concurrency cap. */
    int waiting() {
        return waiting.size();
    }

    /** The number that the next request gets. */
    long nextNumber() {
        return number;
    }

    long takeNumber() {
        return number++;
    }

    /** Sends what is due now, lets it wait for the concurrency cap, or drops it if our own limit is reached. */
    void due(PlannedRequest planned) {
        tally().due(planned);
        beats.due(planned);
        RequestIdentity identity = new RequestIdentity(spec, planned, anchor.at(planned.dueNanos()));
        RequestTrack track = new RequestTrack(identity, this, tally().seconds());
        if (givenUp) {
            giveUp(track);
        } else if (client.inFlight() + waiting.size() >= inFlightLimit) {
            drop(track, "limits.in_flight of " + inFlightLimit + " was reached");
        } else if (!bodies.hasRoomFor(planned.call())) {
            drop(track, bodies.refusal());
        } else if (waiting.isEmpty() && maySend()) {
            send(track, planned.dueNanos());
        } else {
            tally().queued();
            bodies.hold(track);
            waiting.add(track);
        }
    }

    /** The server has read the request: without retries it is not sent again. */
    void answerBegan(RequestTrack track) {
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
            RequestTrack track = waiting.remove();
            send(track, Math.max(freeNanos, track.identity().dueNanos()));
        }
    }

    /** @param ableNanos since when nothing but this client kept it from being sent */
    private void send(RequestTrack track, long ableNanos) {
        PlannedRequest planned = track.identity().planned();
        track.watchedBy(watch.follow(WatchedRequest.of(planned)));
        tracks.add(track);
        bodies.hold(track);
        long sentNanos = client.send(planned.call(), track);
        track.sent(sentNanos, sentNanos - ableNanos);
        tally().sent(planned, sentNanos, sentNanos - ableNanos);
        beats.sent(sentNanos - ableNanos);
    }

    private void drop(RequestTrack track, String why) {
        beats.dropped();
        unsent(track, Outcome.DROPPED, new Failure("client.in_flight_limit", "", why));
    }

    private void giveUp(RequestTrack track) {
        unsent(track, Outcome.CANCELLED, new Failure("client.cancelled", "", "given up before it was sent"));
    }

    private void unsent(RequestTrack track, Outcome outcome, Failure failure) {
        bodies.release(track);
        PlannedRequest planned = track.identity().planned();
        watch.dropped(WatchedRequest.of(planned), failure.text());
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
        step().load().over(planned, now);
    }

    boolean publishesTokensOf(RequestIdentity identity) {
        return spec.plan().tokens().covers(identity.planned().number());
    }

    /** A batch of chunks is ready. */
    void emit(TokenBatcher.Taken batch) {
        if (publishesTokensOf(batch.identity())) {
            events.publish(batch);
        }
    }

    /** A request that was sent is over. */
    void ended(RequestTrack track, RequestEvent.Builder event, CallEnd end) {
        tracks.remove(track);
        if (end.answer().endedWithoutDone()) {
            tally().flags().endedWithoutDone(track.identity().planned().part());
        }
        bodies.release(track);
        publish(track, event);
        step().load().ended(track.identity().planned(), end);
    }

    private void publish(RequestTrack track, RequestEvent.Builder event) {
        beats.ended(track.identity().planned());
        if (runStops && event.getOutcome() == Outcome.CANCELLED) {
            event.setPart(StepPart.STOPPED);
            tally().stopped(track.identity().planned(), track.lagNanos());
        }
        RequestEvent built = publishAlone(event);
        tally().ended(track.identity().planned(), built, track.seconds());
        health.ended(built);
        watch.ended(built);
    }

    /** Publishes what belongs to no step's counts. */
    RequestEvent publishAlone(RequestEvent.Builder event) {
        return events.publish(event);
    }

    /** By what answers of caches are told. */
    AnswerCaches answerCaches() {
        return answerCaches;
    }

    /** Hands over the batches that are as old as a batch may be. */
    void flushDue() {
        long now = clocks.elapsed().nanos();
        for (RequestTrack track : tracks) {
            if (track.batcher().isDue(now)) {
                emit(track.batcher().take(false));
            }
        }
    }

    /**
     * Says how the lane is. All waiting chunks go into the queue first, then the heartbeat: when the publisher meets it,
     * every event with an event time up to now has been handed over.
     */
    void beat(HeartbeatCounts.Closing closing) {
        client.catchUp();
        for (RequestTrack track : new ArrayList<>(tracks)) {
            if (track.batcher().hasWaiting()) {
                emit(track.batcher().take(false));
            }
        }
        long now = clocks.elapsed().nanos();
        Heartbeat.Builder beat = beats.take(anchor.at(now), events.next(), closing);
        HeartbeatCounts.ages(beat, new HeartbeatCounts.Present(tracks, waiting), now);
        events.publish(beat);
        if (now - anchor.nanos() > ANCHOR_FOR_NANOS) {
            anchor = WallAnchor.measure(clocks);
        }
    }

    /**
     * Ends the step because its run stops: what it gives up from here on is not measured. Such a request is neither good nor bad, for its
     * answer would have come. One that the drain gives up had its time.
     */
    void stopMeasuring() {
        runStops = true;
    }

    /** Nothing more is sent: what is in flight or waits, and what still becomes due, ends as CANCELLED. */
    void giveUp() {
        givenUp = true;
        step().load().giveUp();
        client.cancelAll();
        while (!waiting.isEmpty()) {
            giveUp(waiting.remove());
        }
    }
}
