package io.tidemark.app.tune;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class StartLinesTest {
    @Test
    void fewShortLinesAreKeptAsTheyAre() {
        assertThat(StartLines.of(List.of())).isEmpty();
        assertThat(StartLines.of(List.of("one", "two"))).containsExactly("one", "two");
    }

    @Test
    void ofManyLinesTheNewestAreKept() {
        List<String> log =
                IntStream.rangeClosed(1, 30).mapToObj(n -> "line " + n).toList();
        assertThat(StartLines.of(log)).hasSize(20).startsWith("line 11").endsWith("line 30");
    }

    @Test
    void aLongLineIsCutAndSaysSo() {
        assertThat(StartLines.of(List.of("x".repeat(400)))).containsExactly("x".repeat(400));
        assertThat(StartLines.of(List.of("x".repeat(401)))).containsExactly("x".repeat(396) + " ...");
    }

    @Test
    void allTogetherHaveABound() {
        // ten lines of 400 are 4,000 characters, the eleventh is beyond 4,096
        List<String> kept = StartLines.of(Collections.nCopies(20, "x".repeat(900)));
        assertThat(kept).hasSize(10).allMatch(line -> line.length() == 400);
    }
}
