package io.tidemark.producer.run;

import io.tidemark.events.Heartbeat;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.producer.client.CallObserver;
import io.tidemark.producer.client.StreamingClient;
import io.tidemark.producer.publish.Clocks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The sending and measuring half of a run: all of it on the client's loop, so that stamps, counts and the order of events
 * need no locks. Events leave through a queue that never makes it wait.
 */
final class Lane {
    private static final long ANCHOR_FOR_NANOS = Duration.ofMinutes(1).toNanos();

    private final RunSpec spec;
    private final StreamingClient client;
    private final Clocks clocks;
    private final LaneQueue queue;
    private final RequestWatch watch;
    private final HeartbeatCounts beats;
    private final Set<RequestTrack> tracks = new LinkedHashSet<>();
    private StepTally tally = new StepTally(0);
    private WallAnchor anchor;
    private long tokenSeq;
    private long requestSeq;

    /** What a lane works with. */
    record Parts(Clocks clocks, LaneQueue queue, RequestWatch watch) {}

    Lane(RunSpec spec, StreamingClient client, Parts parts) {
        this.spec = spec;
        this.client = client;
        this.clocks = parts.clocks();
        this.queue = parts.queue();
        this.watch = parts.watch();
        this.beats = new HeartbeatCounts(spec);
        this.anchor = WallAnchor.measure(clocks);
    }

    void beginStep(int step, StepTally counts) {
        beats.step(step);
        tally = counts;
    }

    StepTally tally() {
        return tally;
    }

    WallAnchor anchor() {
        return anchor;
    }

    /** Sent and not ended, or due and about to be sent. */
    int inFlight() {
        return client.inFlight() + client.waitingForTheirTurn();
    }

    /** Sends what is due as soon as the loop comes to it, or drops it then if our own limit is reached. */
    void send(PlannedRequest planned) {
        client.inTurn(() -> sendNow(planned));
    }

    private void sendNow(PlannedRequest planned) {
        tally.due(planned.part());
        beats.due();
        RequestIdentity identity = new RequestIdentity(spec, planned, anchor.at(planned.dueNanos()));
        if (client.inFlight() >= spec.plan().limits().inFlight()) {
            drop(new RequestTrack(identity, this, CallObserver.silent()));
            return;
        }
        RequestTrack track = new RequestTrack(identity, this, watch.follow(WatchedRequest.of(planned)));
        tracks.add(track);
        long sentNanos = client.send(planned.call(), track);
        track.sent(sentNanos);
        tally.sent(planned, sentNanos, client.inFlight());
        beats.sent(sentNanos - planned.dueNanos());
    }

    private void drop(RequestTrack track) {
        String why = "limits.in_flight of " + spec.plan().limits().inFlight() + " was reached";
        watch.dropped(WatchedRequest.of(track.identity().planned()), why);
        beats.dropped();
        RequestEvent.Builder event = track.identity()
                .describe(RequestEvent.newBuilder())
                .setOutcome(Outcome.DROPPED)
                .setErrorType("client.in_flight_limit")
                .setErrorText(why)
                .setAttempts(0)
                .setTokenBatches(0)
                .setEndNanos(clocks.elapsed().nanos() - track.identity().dueNanos());
        ended(track, event);
    }

    boolean publishesTokensOf(RequestIdentity identity) {
        return spec.plan().tokens().covers(identity.planned().number());
    }

    /** A batch of chunks is ready. */
    void emit(TokenBatcher.Taken batch) {
        if (!publishesTokensOf(batch.identity())) {
            return;
        }
        long laneSeq = tokenSeq++;
        queue.offer(publisher -> {
            publisher.publish(batch.event(laneSeq));
            beats.tokensHandedOver();
        });
    }

    /** A request is over. */
    void ended(RequestTrack track, RequestEvent.Builder event) {
        tracks.remove(track);
        RequestEvent built = event.setLaneSeq(requestSeq++).build();
        tally.ended(built);
        queue.offer(publisher -> {
            publisher.publish(built);
            beats.requestHandedOver();
        });
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
        Heartbeat.Builder beat = beats.take(anchor.at(now), closing);
        HeartbeatCounts.ages(beat, tracks, now);
        queue.offer(publisher -> publisher.publish(beats.complete(beat, publisher, queue.overflow())));
        if (now - anchor.nanos() > ANCHOR_FOR_NANOS) {
            anchor = WallAnchor.measure(clocks);
        }
    }

    void cancelAll() {
        client.cancelAll();
    }
}
