package io.tidemark.app.run.stop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StopRequestTest {
    private static final String RUN = RunStopRecordsTest.RUN;

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "two\nlines"})
    void theReasonIsOneLine(String reason) {
        assertThatThrownBy(() -> new StopRequest(RUN, reason, StopRequester.OF_PROCESS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the reason of a stop must be one line of 1 to 500 characters but was ");
    }

    @Test
    void aReasonHasAtMost500Characters() {
        assertThat(new StopRequest(RUN, "x".repeat(500), StopRequester.OF_PROCESS).reason())
                .hasSize(500);
        assertThatThrownBy(() -> new StopRequest(RUN, "x".repeat(501), StopRequester.OF_PROCESS))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aRunIsNamedByItsWholeId() {
        assertThatThrownBy(() -> new StopRequest("01JD8Z6K", "release", StopRequester.OF_PROCESS))
                .hasMessage("a run id must be a 26-character ULID but was \"01JD8Z6K\"");
    }

    @Test
    void aCallerOverHttpIsNamedWithTheAddress() {
        assertThat(new StopRequester("ana", "10.0.0.7").description()).isEqualTo("ana from 10.0.0.7");
        assertThat(new StopRequester("ana", "").description()).isEqualTo("ana");
        assertThat(StopRequester.OF_PROCESS.description()).contains("@");
    }
}
