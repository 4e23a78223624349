package io.tidemark.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.InstantSource;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UlidTest {
    @Test
    void anIdTellsItsTime() {
        Instant at = Instant.parse("2026-11-28T12:00:00.123Z");
        String id = Ulid.next(InstantSource.fixed(at), new SplittableRandom(1));
        assertThat(Ulid.millis(id)).hasValue(at.toEpochMilli());
        assertThat(Ulid.millis("7ZZZZZZZZZZZZZZZZZZZZZZZZZ")).hasValue((1L << 48) - 1);
        assertThat(Ulid.millis("00000000000000000000000000")).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "01JD8Z6K3M5TQX9V2R7C0WHB4",
                "01JD8Z6K3M5TQX9V2R7C0WHB4NN",
                "81JD8Z6K3M5TQX9V2R7C0WHB4N",
                "/1JD8Z6K3M5TQX9V2R7C0WHB4N",
                "01JD8Z6K3M5TQX9V2R7C0WHB4I",
                "01JD8Z6K3M5TQX9V2R7C0WHB4L",
                "01JD8Z6K3M5TQX9V2R7C0WHB4O",
                "01JD8Z6K3M5TQX9V2R7C0WHB4U",
                "01jd8z6k3m5tqx9v2r7c0whb4n",
                "01JD8Z6K3M5TQX9V2R7C0WHB4[",
                "01JD8Z6K3M5TQX9V2R7C0WHB4é"
            })
    void whatIsNoIdHasNoTime(String id) {
        assertThat(Ulid.isValid(id)).isFalse();
        assertThat(Ulid.millis(id)).isEmpty();
    }
}
