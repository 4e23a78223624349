package io.tidemark.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ServerRestartsTest {
    @Test
    void theFlagIsReadAsItIsWritten() {
        assertThat(ServerRestarts.flag(1)).isEqualTo("the server restarted: its counters began again 1 time");
        assertThat(ServerRestarts.count(List.of("another flag", ServerRestarts.flag(1), ServerRestarts.flag(12))))
                .isEqualTo(13);
        assertThat(ServerRestarts.count(List.of())).isZero();
    }
}
