package io.tidemark.producer.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class WorkerShareTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7})
    void everyThingHasOneOwnerAndThePartsAddUp(int lanes) {
        for (int total : new int[] {1, 7, 20, 100}) {
            int sum = IntStream.range(0, lanes)
                    .map(lane -> new WorkerShare(lane, lanes).part(total))
                    .sum();
            assertThat(sum).isEqualTo(total);
        }
        for (long number = 0; number < 50; number++) {
            long thing = number;
            assertThat(IntStream.range(0, lanes).filter(lane -> new WorkerShare(lane, lanes).owns(thing)))
                    .hasSize(1);
        }
    }

    @Test
    void theFirstLanesGetTheRemainder() {
        assertThat(new WorkerShare(0, 3).part(8)).isEqualTo(3);
        assertThat(new WorkerShare(1, 3).part(8)).isEqualTo(3);
        assertThat(new WorkerShare(2, 3).part(8)).isEqualTo(2);
        assertThat(new WorkerShare(0, 2).lanes()).containsExactly("lane-0", "lane-1");
    }

    @Test
    void anIndexBeyondTheLanesIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new WorkerShare(2, 2))
                .withMessage("a lane's index must be in [0, 2) but was 2");
    }
}
