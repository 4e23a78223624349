package io.tidemark.streams.flow;

import io.tidemark.schemas.serde.DeadLetterCode;
import io.tidemark.schemas.serde.Rejection;

/** An event that decodes but cannot be true: it goes to the dead letters. */
public final class Implausible extends RuntimeException implements Rejection {
    private static final long serialVersionUID = 1;

    public Implausible(String message) {
        super(message);
    }

    @Override
    public DeadLetterCode code() {
        return DeadLetterCode.IMPLAUSIBLE;
    }

    @Override
    public String rule() {
        return String.valueOf(getMessage());
    }
}
