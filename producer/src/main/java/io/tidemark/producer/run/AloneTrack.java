package io.tidemark.producer.run;

import io.tidemark.events.RequestEvent;
import io.tidemark.producer.client.CallEnd;
import io.tidemark.producer.client.CallObserver;
import io.tidemark.producer.client.Chunk;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Follows a request that is sent outside the steps: its event has no token batches. Confined to the lane's loop. */
final class AloneTrack implements CallObserver {
    private final RequestIdentity identity;
    private final Lane lane;
    private OptionalLong firstTokenNanos = OptionalLong.empty();
    private OptionalLong lastTokenNanos = OptionalLong.empty();
    private @Nullable RequestEvent event;

    AloneTrack(RequestIdentity identity, Lane lane) {
        this.identity = identity;
        this.lane = lane;
    }

    @Override
    public void chunk(Chunk chunk) {
        if (chunk.isOutput()) {
            OptionalLong now = OptionalLong.of(chunk.stampNanos() - identity.dueNanos());
            firstTokenNanos = firstTokenNanos.isPresent() ? firstTokenNanos : now;
            lastTokenNanos = now;
        }
    }

    @Override
    public void ended(CallEnd end) {
        RequestEvent.Builder builder =
                identity.describe(RequestEvent.newBuilder()).setTokenBatches(0);
        CallEvents.fill(builder, end, identity.dueNanos());
        firstTokenNanos.ifPresent(builder::setFirstTokenNanos);
        lastTokenNanos.ifPresent(builder::setLastTokenNanos);
        event = lane.publishAlone(builder);
    }

    boolean hasEnded() {
        return event != null;
    }

    /** Its event; only when it has ended. */
    RequestEvent event() {
        return Objects.requireNonNull(event, "the request has not ended");
    }
}
