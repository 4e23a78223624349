package io.tidemark.schemas.deadletter;

/** An error that says for good that a record is no event of its topic. */
public interface RecordRejection {
    /** Of a value. */
    int MOST_CHARACTERS = 100;

    /** A value of a record, as a rule quotes it: cut if it is long. */
    static String shown(Object value) {
        String text = String.valueOf(value);
        return text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS) + "...";
    }

    DeadLetterCode code();

    /** The rule that the record broke, and how; not where it stands. */
    String rule();
}
