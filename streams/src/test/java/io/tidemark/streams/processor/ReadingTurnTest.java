package io.tidemark.streams.processor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReadingTurnTest {
    @Test
    void itLastsAsLongAsThePartOfTheTickBeforeIt() {
        ReadingTurn turn = new ReadingTurn();
        turn.begin(1_000, 80);
        turn.onRecord();
        assertThat(turn.isOn(1_079)).isTrue();
        assertThat(turn.isOn(1_080)).isFalse();
    }

    @Test
    void withoutRecordsATickGoesOnAtOnce() {
        ReadingTurn turn = new ReadingTurn();
        turn.onRecord();
        turn.begin(1_000, 80);
        assertThat(turn.isOn(1_001)).isFalse();
    }
}
