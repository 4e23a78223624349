package io.tidemark.sinks.store.jdbc;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.events.SloBreach;
import org.junit.jupiter.api.Test;

class StoreTableTest {
    @Test
    void aColumnOfARecordIsOneOfItsFields() {
        StoreTable.Builder<SloBreach> table = StoreTable.named("breaches");
        assertThatThrownBy(() -> table.columns(EventRow::event, SloBreach.getClassSchema(), "run nosuch"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("column nosuch must be a field of SloBreach but is none");
    }
}
