package io.tidemark.producer.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LastOutputByChoiceTest {
    private final LastOutputByChoice stamps = new LastOutputByChoice();

    @Test
    void aGapIsOneBetweenChunksOfTheSameAnswer() {
        assertThat(stamps.gapNanos(0, 100)).isEqualTo(-1);
        assertThat(stamps.gapNanos(1, 103)).as("the second answer's first").isEqualTo(-1);
        assertThat(stamps.gapNanos(0, 110)).isEqualTo(10);
        assertThat(stamps.gapNanos(1, 123)).isEqualTo(20);
        assertThat(stamps.gapNanos(0, 110)).as("chunks of one read").isZero();
    }

    @Test
    void anAnswerThatBeginsBeforeTheFirstDoesIsTheOtherAnswerOfSeveral() {
        assertThat(stamps.hasSeveralChoices()).isFalse();
        assertThat(stamps.gapNanos(2, 50)).isEqualTo(-1);
        assertThat(stamps.hasSeveralChoices()).isTrue();
        assertThat(stamps.nanosSince(40)).containsExactly(-1L, -1L, 10L);
    }

    @Test
    void anIndexThatNobodyAskedForIsNoGapAndTakesNoMemory() {
        assertThat(stamps.gapNanos(Integer.MAX_VALUE, 1)).isEqualTo(-1);
        assertThat(stamps.gapNanos(-1, 2)).isEqualTo(-1);
        assertThat(stamps.hasSeveralChoices()).isFalse();
    }
}
