package io.tidemark.streams.validation;

import io.tidemark.schemas.deadletter.DeadLetterCode;
import io.tidemark.schemas.deadletter.RecordRejection;

/** An event that decodes but cannot be true: it goes to the dead letters. */
public final class InvalidEventException extends RuntimeException implements RecordRejection {
    private static final long serialVersionUID = 1;

    public InvalidEventException(String message) {
        super(message);
    }

    /** Of a field that must be something, and its value. */
    public InvalidEventException(String field, String rule, Object value) {
        this(field + " must " + rule + " but was " + RecordRejection.shown(value));
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
