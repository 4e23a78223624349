package io.tidemark.producer.lane;

import io.tidemark.events.Heartbeat;
import io.tidemark.events.RequestEvent;
import io.tidemark.producer.record.TokenBatcher;
import io.tidemark.producer.runtime.EventQueue;
import org.jspecify.annotations.Nullable;

/** Numbers a lane's events and puts them into its outlet; the heartbeats learn what was handed over. Used on the client's loop only. */
final class LaneEventPublisher {
    /** Of an event without what varies, about. */
    private static final int EVENT_BYTES = 2_000;

    private final EventQueue events;
    private final HeartbeatCounts heartbeats;
    private long tokenSeq;
    private long requestSeq;

    LaneEventPublisher(EventQueue queue, HeartbeatCounts beats) {
        this.events = queue;
        this.heartbeats = beats;
    }

    void publish(TokenBatcher.ChunkBatch batch) {
        long laneSeq = tokenSeq++;
        events.offer(batch.sizeBytes(), publisher -> {
            publisher.publish(batch.event(laneSeq));
            heartbeats.tokenBatchPublished();
        });
    }

    /** Returns the event with its number. */
    RequestEvent publish(RequestEvent.Builder event) {
        RequestEvent built = event.setLaneSeq(requestSeq++).build();
        events.offer(sizeBytes(built), publisher -> {
            publisher.publish(built);
            heartbeats.requestPublished(built);
        });
        return built;
    }

    void publish(Heartbeat.Builder beat) {
        events.offer(
                EVENT_BYTES, publisher -> publisher.publish(heartbeats.complete(beat, publisher, events.overflow())));
    }

    /** Numbers that the next events get. */
    HeartbeatCounts.SequenceNumbers next() {
        return new HeartbeatCounts.SequenceNumbers(tokenSeq, requestSeq);
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
