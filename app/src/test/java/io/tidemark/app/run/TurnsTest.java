package io.tidemark.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TurnsTest {
    private static final List<String> PHASES = List.of("a", "b", "c");

    @Test
    void everyRepeatRunsEachPhaseOnce() {
        List<Turns.Turn> turns = Turns.of(PHASES, 5, 1);
        assertThat(turns).hasSize(15);
        assertThat(turns.stream()
                        .collect(Collectors.groupingBy(Turns.Turn::repeat))
                        .values())
                .hasSize(5)
                .allSatisfy(block ->
                        assertThat(block).extracting(Turns.Turn::phase).containsExactlyInAnyOrderElementsOf(PHASES));
    }

    @Test
    void aLinearDriftCountsAgainstNoPhase() {
        for (long seed = 0; seed < 20; seed++) {
            List<Turns.Turn> turns = Turns.of(PHASES, 6, seed);
            List<Double> means = PHASES.stream()
                    .map(phase -> IntStream.range(0, turns.size())
                            .filter(place -> turns.get(place).phase().equals(phase))
                            .average()
                            .orElseThrow())
                    .toList();
            assertThat(means).containsOnly(8.5);
        }
    }

    @Test
    void theOrderIsDrawnAndItsSeedGivesItAgain() {
        Set<List<Turns.Turn>> orders = IntStream.range(0, 50)
                .mapToObj(seed -> Turns.of(PHASES, 2, seed))
                .collect(Collectors.toSet());
        assertThat(orders).as("all orders of three").hasSize(6);
        assertThat(Turns.of(PHASES, 4, 7)).isEqualTo(Turns.of(PHASES, 4, 7));
    }
}
