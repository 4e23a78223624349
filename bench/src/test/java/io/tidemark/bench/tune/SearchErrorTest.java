package io.tidemark.bench.tune;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.tune.Candidate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SearchErrorTest {
    private static final Candidate WORKS = new Candidate("works", Map.of("x", Candidate.LEFT_OUT));
    private static final Candidate CRASHES = new Candidate("crashes", Map.of("x", "1"));

    @Test
    void searchesAreOfConfigurationsThatComeUp() {
        // 1 % are bad at 9 requests a second, 20 % at 11: 5 % at about 10.
        ResponseSurface surface =
                new ResponseSurface(List.of(new SurfacePoint(9, 0.01, 1, 0), new SurfacePoint(11, 0.2, 1, 0)), 20);
        MeasuredSpace space = new MeasuredSpace(
                TuneSpace.all().get(0),
                List.of(WORKS, CRASHES),
                Map.of(WORKS, surface),
                Map.of(CRASHES, "out of memory"));

        SearchError error = SearchError.measured(space, 1_440, 20, 1);

        assertThat(error.seen()).isPositive().isLessThan(0.1);
        assertThat(error.open()).isLessThan(0.5);
        assertThat(error.seconds()).isBetween(600.0, 1_600.0);
    }
}
