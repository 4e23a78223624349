package io.tidemark.schemas.serde;

import io.tidemark.schemas.RecordLimits;
import io.tidemark.schemas.TeamLimit;
import io.tidemark.schemas.deadletter.DeadLetterCode;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.deadletter.RecordRejection;
import org.jspecify.annotations.Nullable;

/** A record that is no event of its topic and never will be: it goes to the dead letters. An outage is never one of these. */
public abstract sealed class EventDecodeException extends RuntimeException implements RecordRejection {
    private static final long serialVersionUID = 1L;

    private final transient RecordPosition position;
    private final DeadLetterCode code;
    private final String rule;

    private EventDecodeException(RecordPosition position, DeadLetterCode code, String rule, @Nullable Throwable cause) {
        super(position + ": " + rule, cause);
        this.position = position;
        this.code = code;
        this.rule = rule;
    }

    public RecordPosition position() {
        return position;
    }

    @Override
    public DeadLetterCode code() {
        return code;
    }

    @Override
    public String rule() {
        return rule;
    }

    /** The bytes do not begin with 0x00 and a 4-byte schema id. */
    public static final class NotAnEvent extends EventDecodeException {
        private static final long serialVersionUID = 1L;

        NotAnEvent(RecordPosition position, String found) {
            super(
                    position,
                    DeadLetterCode.NOT_AN_EVENT,
                    "a value must begin with 0x00 and a 4-byte schema id but " + found,
                    null);
        }
    }

    /** The registry answered that it has no such schema, or none that may be read. */
    public static final class UnknownSchemaId extends EventDecodeException {
        private static final long serialVersionUID = 1L;

        UnknownSchemaId(RecordPosition position, String rule) {
            super(position, DeadLetterCode.UNKNOWN_SCHEMA, rule, null);
        }
    }

    /** The id is of no Avro, of another record type, of a version that ours cannot read, or over a limit of {@link WriterSchemaLimits}. */
    public static final class WrongSchema extends EventDecodeException {
        private static final long serialVersionUID = 1L;

        WrongSchema(RecordPosition position, String rule) {
            super(position, DeadLetterCode.WRONG_SCHEMA, rule, null);
        }
    }

    /** Truncated or otherwise broken Avro. */
    public static final class Malformed extends EventDecodeException {
        private static final long serialVersionUID = 1L;

        Malformed(RecordPosition position, String rule, @Nullable Throwable cause) {
            super(position, DeadLetterCode.MALFORMED, rule, cause);
        }
    }

    /** It has more, or longer, of something than a team may have. */
    public static final class OverLimit extends EventDecodeException {
        private static final long serialVersionUID = 1L;

        private final TeamLimit limit;

        public OverLimit(RecordPosition position, RecordLimits.Excess excess) {
            super(position, DeadLetterCode.OVER_LIMIT, excess.rule(), null);
            this.limit = excess.limit();
        }

        public TeamLimit limit() {
            return limit;
        }
    }
}
