package io.tidemark.schemas.deadletter;

/** Why a record is a dead letter: dead letters are grouped by it. Names are public API; docs/operate/operating.md is checked against them. */
public enum DeadLetterCode {
    NOT_AN_EVENT("The value does not begin with 0x00 and a schema id of 4 bytes, or there is none"),
    UNKNOWN_SCHEMA("The registry has no schema with its id, or none that the team may read"),
    WRONG_SCHEMA(
            "Its schema is of another kind of event, of a version that this program cannot read, or over a limit of writers' schemas"),
    MALFORMED("Truncated or otherwise broken Avro, or a sketch that is none"),
    IMPLAUSIBLE("It can be read, but cannot be true: times out of order or from the future, sizes below 0"),
    OVER_LIMIT("It names more things, or has longer texts, than a team may: see the limits of a team"),
    REFUSED(
            "The result store will never take it: a key longer than an index takes, or fields that contradict each other"),
    DEFECT("A program failed on it, or on what it changed, in a way that nobody expected: report it with the letter,"
            + " which names the error and where it was thrown");

    private final String meaning;

    DeadLetterCode(String meaning) {
        this.meaning = meaning;
    }

    public String meaning() {
        return meaning;
    }
}
