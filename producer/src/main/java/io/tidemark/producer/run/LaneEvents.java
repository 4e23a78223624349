package io.tidemark.producer.run;

import io.tidemark.events.Heartbeat;
import io.tidemark.events.RequestEvent;
import org.jspecify.annotations.Nullable;

/** Numbers a lane's events and puts them into its outlet; the heartbeats learn what was handed over. Used on the client's loop only. */
final class LaneEvents {
    /** Of an event without what varies, about. */
    private static final int EVENT_BYTES = 2_000;

    private final Outlet queue;
    private final HeartbeatCounts beats;
    private long tokenSeq;
    private long requestSeq;

    LaneEvents(Outlet queue, HeartbeatCounts beats) {
        this.queue = queue;
        this.beats = beats;
    }

    void publish(TokenBatcher.Taken batch) {
        long laneSeq = tokenSeq++;
        queue.offer(batch.sizeBytes(), publisher -> {
            publisher.publish(batch.event(laneSeq));
            beats.tokensHandedOver();
        });
    }

    /** Returns the event with its number. */
    RequestEvent publish(RequestEvent.Builder event) {
        RequestEvent built = event.setLaneSeq(requestSeq++).build();
        queue.offer(sizeBytes(built), publisher -> {
            publisher.publish(built);
            beats.requestHandedOver(built);
        });
        return built;
    }

    void publish(Heartbeat.Builder beat) {
        queue.offer(EVENT_BYTES, publisher -> publisher.publish(beats.complete(beat, publisher, queue.overflow())));
    }

    /** Numbers that the next events get. */
    HeartbeatCounts.Next next() {
        return new HeartbeatCounts.Next(tokenSeq, requestSeq);
    }

    /** About: what varies, and an allowance for the rest. */
    private static int sizeBytes(RequestEvent event) {
        return EVENT_BYTES
                + event.getItlSketch().remaining()
                + length(event.getRecordedPrompt())
                + length(event.getRecordedAnswer());
    }

    private static int length(@Nullable String text) {
        return text == null ? 0 : 2 * text.length();
    }
}
