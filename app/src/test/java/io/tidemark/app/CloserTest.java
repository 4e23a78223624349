package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CloserTest {
    private final List<String> closed = new ArrayList<>();

    /** As the runs of a search, each with a publisher and its prompts. */
    @Test
    void partsThatAreOverAreNotKeptUntilTheCommandEnds() {
        try (Closer command = new Closer()) {
            for (int run = 0; run < 1_000; run++) {
                try (Closer parts = command.nested()) {
                    parts.keep(() -> closed.add("publisher"));
                    assertThat(command.size()).isEqualTo(1);
                }
            }
            assertThat(command.size()).isZero();
            assertThat(closed).hasSize(1_000);
        }
        assertThat(closed).hasSize(1_000);
    }

    @Test
    void partsThatAreOpenWhenTheCommandIsToldToStopAreClosedInReverse() {
        Closer command = new Closer();
        command.keep(() -> closed.add("store"));
        Closer parts = command.nested();
        parts.keep(() -> closed.add("publisher"));
        parts.keep(() -> closed.add("run"));

        command.close();
        assertThat(closed).containsExactly("run", "publisher", "store");
        assertThat(parts.isClosed()).isTrue();
        parts.keep(() -> closed.add("late"));
        assertThat(closed).endsWith("late");
    }
}
