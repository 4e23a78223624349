package io.tidemark.schemas.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DeadLetterTest {
    private static final RecordPosition ORIGIN = new RecordPosition("tidemark.a.requests", 0, 7);

    @Test
    void aReasonHasNoControlOrFormatCharactersOfTheRecord() {
        String hostile = "run must be a name but was /\u001b]0;title\u0007\u009b31m\n12:00\u2028ERROR\u202eforged";
        DeadLetter letter = DeadLetter.of(ORIGIN, new IllegalArgumentException(hostile));
        assertThat(letter.reason())
                .startsWith(
                        "DEFECT: java.lang.IllegalArgumentException: run must be a name but was / ]0;title  31m 12:00 ERROR forged");
        assertThat(DeadLetter.reason(letter.headers())).isEqualTo(letter.reason());
    }
}
