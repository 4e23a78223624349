package io.tidemark.streams.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.streams.wire.WireFormatException;
import org.junit.jupiter.api.Test;

class EntryKindTest {
    @Test
    void aKindThatALaterVersionAddsIsRefusedInWords() {
        assertThat(EntryKind.of("LANE")).isEqualTo(EntryKind.LANE);
        assertThatThrownBy(() -> EntryKind.of("ADDED_LATER"))
                .isInstanceOf(WireFormatException.class)
                .hasMessageStartingWith("entry of the run store has kind ADDED_LATER, which this version does not know:"
                        + " a newer Tidemark wrote it");
    }
}
