package io.tidemark.producer.calibrate;

import io.tidemark.producer.validity.ServerTokenTimes;
import java.util.Arrays;

/** The times of one answer while it is written. */
final class PacedResponse {
    private final PacedRequest request;
    private final long readNanos;
    private final long[] sinceReadNanos;
    private final byte[] token;
    private int written;

    PacedResponse(PacedRequest request, long readNanos) {
        this.request = request;
        this.readNanos = readNanos;
        this.sinceReadNanos = new long[request.tokens()];
        this.token = request.token();
    }

    /** Takes the time of the next token, just before it is written. */
    void recordWrite(long nowNanos) {
        sinceReadNanos[written++] = nowNanos - readNanos;
    }

    long dueNanos() {
        return readNanos + request.pacing().dueNanos(written);
    }

    boolean isComplete() {
        return written == sinceReadNanos.length;
    }

    /** One token as it goes over the wire; not to be changed. */
    byte[] token() {
        return token;
    }

    PacedRequest request() {
        return request;
    }

    ServerTokenTimes tokenTimes() {
        return new ServerTokenTimes(
                request.id(),
                request.pacing().first().toNanos(),
                request.pacing().gap().toNanos(),
                Arrays.stream(sinceReadNanos).limit(written).boxed().toList());
    }
}
