package io.tidemark.producer.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ChoiceStampsTest {
    private final ChoiceStamps stamps = new ChoiceStamps();

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
        assertThat(stamps.several()).isFalse();
        assertThat(stamps.gapNanos(2, 50)).isEqualTo(-1);
        assertThat(stamps.several()).isTrue();
        assertThat(stamps.since(40)).containsExactly(-1L, -1L, 10L);
    }

    @Test
    void anIndexThatNobodyAskedForIsNoGapAndTakesNoMemory() {
        assertThat(stamps.gapNanos(Integer.MAX_VALUE, 1)).isEqualTo(-1);
        assertThat(stamps.gapNanos(-1, 2)).isEqualTo(-1);
        assertThat(stamps.several()).isFalse();
    }
}
