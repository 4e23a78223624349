package io.tidemark.reports.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PhaseOrderTest {
    private static final List<String> PHASES = List.of("a", "b", "c");

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 2026})
    void everyBlockRunsEveryPhaseOnceAndEverySecondIsTheReverseOfTheOneBefore(long seed) {
        List<List<String>> blocks = PhaseOrder.randomized(PHASES, 5, seed).blocks();
        assertThat(blocks).hasSize(5).allSatisfy(block -> assertThat(block).containsExactlyInAnyOrder("a", "b", "c"));
        for (int block = 1; block < 5; block += 2) {
            List<String> before = blocks.get(block - 1);
            assertThat(blocks.get(block)).containsExactly(before.get(2), before.get(1), before.get(0));
        }
    }

    @Test
    void theSeedAloneDecidesAndSeedsGiveEveryOrder() {
        assertThat(PhaseOrder.randomized(PHASES, 4, 7)).isEqualTo(PhaseOrder.randomized(PHASES, 4, 7));
        Set<List<String>> first = new HashSet<>();
        LongStream.range(0, 200)
                .forEach(seed -> first.add(
                        PhaseOrder.randomized(PHASES, 1, seed).blocks().get(0)));
        assertThat(first).hasSize(6);
    }

    /** With a drift of one unit a run the phases' mean places are the same after each two blocks. */
    @Test
    void aLinearDriftCancelsOutOverTwoBlocks() {
        List<PhaseOrder.ScheduledRun> turns =
                PhaseOrder.randomized(PHASES, 4, 11).runs();
        assertThat(PHASES)
                .allSatisfy(phase -> assertThat(turns.stream()
                                .filter(turn -> turn.phase().equals(phase))
                                .mapToInt(PhaseOrder.ScheduledRun::number)
                                .average())
                        .hasValue(6.5));
    }

    @Test
    void aTurnSaysItsPlaceInWordsAndLabels() {
        PhaseOrder order = new PhaseOrder(List.of(List.of("a", "b"), List.of("b", "a")));
        PhaseOrder.ScheduledRun third = order.runs().get(2);
        assertThat(order.format()).isEqualTo("a b | b a");
        assertThat(third.format(order)).isEqualTo("run 3 of 4: block 2 of 2, phase b");
        assertThat(third.labels(Instant.EPOCH.toString()))
                .containsEntry("sequence.block", "2")
                .containsEntry("sequence", "1970-01-01T00:00:00Z");
    }
}
