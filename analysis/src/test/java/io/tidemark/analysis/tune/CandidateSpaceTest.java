package io.tidemark.analysis.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CandidateSpaceTest {
    private final CandidateSpace space = new CandidateSpace(List.of(
            candidate("a", "default", "default", Map.of()),
            candidate("b", "16", "ngram", Map.of("drafts", "2")),
            candidate("c", "64", "ngram", Map.of("drafts", "3")),
            candidate("d", "256", "eagle", Map.of("drafts", "4"))));

    /** Flags in their order: drafts, method, sequences. */
    private static Candidate candidate(String name, String sequences, String method, Map<String, String> more) {
        Map<String, String> flags = new TreeMap<>(more);
        flags.put("sequences", sequences);
        flags.put("method", method);
        return new Candidate(name, flags);
    }

    @Test
    void numbersOfAFactorLieOnTheScaleOfTheLogarithm() {
        assertThat(space.squaredDistance(2, 1, 2)).isCloseTo(0.25, within(1e-9));
        assertThat(space.squaredDistance(2, 1, 3)).isCloseTo(1, within(1e-9));
        // 2, 3 and 4 differ by less than a factor of four.
        assertThat(space.squaredDistance(0, 1, 2)).isCloseTo(0.25, within(1e-9));
    }

    @Test
    void aNumberThatIsLeftOutDiffersFromEach() {
        assertThat(space.squaredDistance(2, 0, 2)).isCloseTo(0.5, within(1e-9));
        assertThat(space.squaredDistance(2, 0, 3)).isCloseTo(0.625, within(1e-9));
    }

    @Test
    void wordsAndFlagsThatDoNotApplyAreTheSameOrNot() {
        assertThat(space.squaredDistance(1, 1, 2)).isZero();
        assertThat(space.squaredDistance(1, 1, 3)).isEqualTo(1);
        assertThat(space.squaredDistance(1, 0, 1)).isEqualTo(1);
        assertThat(space.squaredDistance(0, 0, 1)).isEqualTo(1);
    }

    @Test
    void aFlagWithOneNumberAndTheDefaultHasTwoValues() {
        CandidateSpace two = new CandidateSpace(
                List.of(new Candidate("a", Map.of("x", "default")), new Candidate("b", Map.of("x", "0.95"))));

        assertThat(two.squaredDistance(0, 1)).isEqualTo(0.5);
    }

    @Test
    void infiniteAndWordyNumbersAreWords() {
        CandidateSpace odd = new CandidateSpace(List.of(
                new Candidate("a", Map.of("x", "default")),
                new Candidate("b", Map.of("x", "Infinity")),
                new Candidate("c", Map.of("x", "5"))));

        assertThat(odd.squaredDistance(0, 1, 2)).isEqualTo(1);
    }

    @Test
    void aCandidateOfAnotherSpaceIsRefused() {
        assertThatThrownBy(() -> space.place(new Candidate("z", Map.of("sequences", "1"))))
                .hasMessageContaining("\"z\" {sequences=1} is none of the space");
    }
}
