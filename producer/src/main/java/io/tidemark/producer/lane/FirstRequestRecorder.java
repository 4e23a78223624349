package io.tidemark.producer.lane;

import io.tidemark.events.RequestEvent;
import io.tidemark.producer.client.CallObserver;
import io.tidemark.producer.client.CallResult;
import io.tidemark.producer.openai.ResponseChunk;
import io.tidemark.producer.record.RequestEventFields;
import io.tidemark.producer.record.RequestIdentity;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Follows a request that is sent outside the steps: its event has no token batches. Confined to the lane's loop. */
public final class FirstRequestRecorder implements CallObserver {
    private final RequestIdentity identity;
    private final Lane lane;
    private OptionalLong firstTokenNanos = OptionalLong.empty();
    private OptionalLong lastTokenNanos = OptionalLong.empty();
    private @Nullable RequestEvent event;

    public FirstRequestRecorder(RequestIdentity identity, Lane lane) {
        this.identity = identity;
        this.lane = lane;
    }

    @Override
    public void chunk(ResponseChunk chunk) {
        if (chunk.isOutput()) {
            OptionalLong now = OptionalLong.of(chunk.stampNanos() - identity.dueNanos());
            firstTokenNanos = firstTokenNanos.isPresent() ? firstTokenNanos : now;
            lastTokenNanos = now;
        }
    }

    @Override
    public void ended(CallResult end) {
        RequestEvent.Builder builder =
                identity.describe(RequestEvent.newBuilder()).setTokenBatches(0);
        RequestEventFields.setCallResult(builder, end, identity.dueNanos());
        firstTokenNanos.ifPresent(builder::setFirstTokenNanos);
        lastTokenNanos.ifPresent(builder::setLastTokenNanos);
        event = lane.publishOutsideStep(builder);
    }

    public boolean hasEnded() {
        return event != null;
    }

    /** Its event; only when it has ended. */
    public RequestEvent event() {
        return Objects.requireNonNull(event, "the request has not ended");
    }
}
