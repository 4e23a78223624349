package io.tidemark.bench.tune;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.tune.Candidate;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class SearchErrorTest {
    private static final TuneSpace SPACE = TuneSpace.all().get(0);
    private static final Candidate DEFAULT = SPACE.candidates().get(0);

    @Test
    void searchesOfOneServerLieApartByLessWhereTheyAreLonger() {
        // 1 % are bad at 9 requests a second, 20 % at 11: about what the engine holds.
        ResponseSurface surface =
                new ResponseSurface(List.of(new SurfacePoint(9, 0.01, 1, 0), new SurfacePoint(11, 0.2, 1, 0)), 20);
        MeasuredSpace space = new MeasuredSpace(
                SPACE, List.of(DEFAULT), Map.of(DEFAULT, surface), Map.of(), UnaryOperator.identity());

        SearchError brief = SearchError.measured(space, 720, 4);
        SearchError longer = SearchError.measured(space, 2_880, 4);

        assertThat(brief.searches()).isEqualTo(8);
        assertThat(longer.seen()).isPositive().isLessThan(brief.seen());
        assertThat(longer.stated()).isLessThan(brief.stated());
        assertThat(longer.open()).isLessThan(0.5);
        assertThat(brief.seconds()).isBetween(300.0, 720.0);
        assertThat(SearchError.measured(space, 720, 4)).isEqualTo(brief);
    }
}
