package io.tidemark.streams.breaches;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.streams.wire.WireFormatException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimelineKeyTest {
    @Test
    void aNameIsReadBackWhateverItsPartsHold() {
        TimelineKey key = new TimelineKey(7, "http://a/v1", "@p99/1/2", "burn 14.4 over 1h/5m", 1_700_000_000L);
        assertThat(TimelineKey.parse(key.name())).isEqualTo(key);
    }

    @ParameterizedTest
    @ValueSource(strings = {"7/1/attft", ""})
    void anotherFormatIsRefusedAsThatOfAnotherVersion(String name) {
        assertThatThrownBy(() -> TimelineKey.parse(name))
                .isInstanceOfSatisfying(
                        WireFormatException.class,
                        refused -> assertThat(refused.isOfAnotherVersion()).isTrue())
                .hasMessageStartingWith("an objective's state has key " + name + ", which this version does not know");
    }
}
