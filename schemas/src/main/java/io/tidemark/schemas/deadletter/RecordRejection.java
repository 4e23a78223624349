package io.tidemark.schemas.deadletter;

/** An error that says for good that a record is no event of its topic. */
public interface RecordRejection {
    DeadLetterCode code();

    /** The rule that the record broke, and how; not where it stands. */
    String rule();
}
