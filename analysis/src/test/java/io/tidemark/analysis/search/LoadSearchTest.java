package io.tidemark.analysis.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadSearchTest {
    private static final ProbeRules RULES = ProbeRules.of(List.of(0.01), 100);

    @Test
    void loadsGrowByAHalfUntilOneBreaksAndThenAreHalvedByRatio() {
        LoadSearch search =
                searched(new SearchRange(1, 100, 0.05, false), load -> load < 2.5 ? Stand.HOLDS : Stand.BREAKS);
        assertThat(search.results().stream().map(it -> Math.round(it.load() * 100) / 100.0))
                .containsExactly(1.0, 1.5, 2.25, 3.38, 2.76, 2.49, 2.62, 2.55);
        assertThat(search.interval().heldUpTo()).hasValueCloseTo(2.49, within(0.01));
        assertThat(search.interval().breaksFrom()).hasValueCloseTo(2.55, within(0.01));
        assertThat(search.interval().factor()).isLessThan(1.05);
    }

    @Test
    void bothEdgesOfWhatIsNearTheLimitAreSearched() {
        LoadSearch search = searched(new SearchRange(10, 1_000, 0.05, false), load -> three(load, 37, 41));
        LoadInterval interval = search.interval();
        assertThat(interval.heldUpTo().orElseThrow()).isBetween(37 / 1.05, 37.0);
        assertThat(interval.breaksFrom().orElseThrow()).isBetween(41.0, 41 * 1.05);
        assertThat(interval.near()).isNotEmpty().allMatch(load -> load >= 37 && load <= 41);
    }

    @Test
    void aFirstLoadThatBreaksIsLoweredUntilOneHolds() {
        LoadSearch search = searched(new SearchRange(10, 100, 0.05, false), load -> three(load, 3, 3));
        assertThat(search.results().get(1).load()).isCloseTo(10 / 1.5, within(1e-9));
        assertThat(search.interval().covers(3)).isTrue();
    }

    @Test
    void whereNothingHoldsItEndsAndSaysSo() {
        LoadSearch search = searched(new SearchRange(10, 100, 0.05, false), load -> Stand.BREAKS);
        assertThat(search.interval().heldUpTo()).isEmpty();
        assertThat(search.next()).isEqualTo(new NextProbe.None("not even the lowest load holds"));
    }

    /** 100 that count without a bad one, where 486 are needed: fewer requests a second do not help. */
    @Test
    void aLoadWithTooFewRequestsToTellIsNotFollowedByLowerOnes() {
        LoadSearch search = LoadSearch.begin(new SearchRange(10, 100, 0.05, false), RULES)
                .with(undecided(10, new ObjectiveStand(Stand.OPEN, 1_000, 0, 10)));
        assertThat(search.next())
                .isEqualTo(
                        new NextProbe.None("the longest probe has too few requests to tell at the lowest load tried"));
    }

    /** Half of what is allowed is bad: a lower load may be clear. */
    @Test
    void aLoadThatIsUndecidedAtItsLimitIsFollowedByLowerOnes() {
        LoadSearch search = LoadSearch.begin(new SearchRange(10, 100, 0.05, false), RULES)
                .with(undecided(10, new ObjectiveStand(Stand.OPEN, 1_000, 5, 10)));
        assertThat(search.next()).isInstanceOf(NextProbe.At.class);
    }

    @Test
    void whereTheHighestAllowedHoldsItEndsAndSaysSo() {
        LoadSearch search = searched(new SearchRange(10, 30, 0.05, false), load -> Stand.HOLDS);
        assertThat(search.results()).extracting(ProbeResult::load).containsExactly(10.0, 15.0, 22.5, 30.0);
        assertThat(search.interval().breaksFrom()).isEmpty();
        assertThat(search.next()).isEqualTo(new NextProbe.None("the highest load that was allowed does not break"));
    }

    @Test
    void concurrenciesAreWholeAndTheirEdgesNeighbours() {
        LoadSearch search =
                searched(new SearchRange(4, 256, 0.05, true), load -> load <= 13 ? Stand.HOLDS : Stand.BREAKS);
        assertThat(search.results()).allMatch(it -> it.load() == Math.rint(it.load()));
        assertThat(search.interval().heldUpTo()).hasValue(13);
        assertThat(search.interval().breaksFrom()).hasValue(14);
    }

    @Test
    void aLoadThatHoldsAboveOneThatBreaksIsToldAndStaysInside() {
        LoadSearch search = LoadSearch.begin(new SearchRange(10, 100, 0.05, false), RULES)
                .with(result(10, Stand.HOLDS))
                .with(result(20, Stand.BREAKS))
                .with(result(25, Stand.HOLDS))
                .with(result(30, Stand.BREAKS));
        assertThat(search.interval().monotone()).isFalse();
        assertThat(search.interval().heldUpTo()).hasValue(10);
        assertThat(search.interval().breaksFrom()).hasValue(30);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void whereverTheEdgesAreTheIntervalCoversThemAndIsAsFineAsAsked(int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double from = Math.exp(random.nextDouble(-2, 6));
        double low = from * Math.exp(random.nextDouble(-2, 4));
        double high = low * Math.exp(random.nextDouble(0, 0.3));
        boolean whole = random.nextBoolean() && from > 1 && low > 2;
        SearchRange range = new SearchRange(from, from * 1_000, 0.05, whole);
        LoadSearch search = searched(range, load -> three(load, low, high));
        LoadInterval interval = search.interval();
        assertThat(interval.covers(low) || whole).isTrue();
        assertThat(interval.covers(high) || whole).isTrue();
        assertThat(interval.heldUpTo().orElseThrow())
                .isLessThan(low)
                .isGreaterThan(whole ? low - 1.01 - 0.05 * low : low / 1.0501);
        assertThat(search.results()).hasSizeLessThan(30);
    }

    @Test
    void aSearchIsExpectedToTakeAsLongAsItsProbes() {
        SearchRange range = new SearchRange(10, 1_000, 0.05, false);
        SearchCost cost =
                SearchCost.of(range, RULES, SearchCost.Beforehand.unknown(1_000, Duration.ofMinutes(1), false));
        // Three for the bracket, four halvings of 1.5 to 1.05, one for the other edge; ten minutes are the least.
        assertThat(cost.probes()).isEqualTo(8);
        assertThat(cost.clearProbe()).isEqualTo(Duration.ofMinutes(11));
        assertThat(cost.expected()).isEqualTo(Duration.ofMinutes(88));
        assertThat(cost.probesWithin(Duration.ofMinutes(60))).isEqualTo(5);
        assertThat(cost.probesWithin(Duration.ofMinutes(11))).isEqualTo(1);
        assertThat(cost.probesWithin(Duration.ofMinutes(10))).isZero();
        assertThat(cost.isUndecidable(RULES)).isFalse();
    }

    /** A p99 takes about 600 effective requests where few are bad: of ten that count as one at one a second, a hundred minutes. */
    @Test
    void aClearLoadThatTakesLongerThanTheLongestProbeIsToldBeforehand() {
        SearchCost cost = SearchCost.of(
                new SearchRange(1, 10, 0.05, false),
                ProbeRules.of(List.of(0.01), 30),
                SearchCost.Beforehand.unknown(1, Duration.ofMinutes(1), false));
        assertThat(cost.clearProbe()).isEqualTo(Duration.ofMinutes(31));
        assertThat(cost.clearNeeds()).isBetween(Duration.ofMinutes(90), Duration.ofMinutes(120));
        assertThat(cost.isUndecidable(ProbeRules.of(List.of(0.01), 30))).isTrue();
    }

    private static Stand three(double load, double low, double high) {
        return load < low ? Stand.HOLDS : load > high ? Stand.BREAKS : Stand.NEAR;
    }

    private static LoadSearch searched(SearchRange range, DoubleFunction<Stand> truth) {
        LoadSearch search = LoadSearch.begin(range, RULES);
        while (search.next() instanceof NextProbe.At at) {
            search = search.with(result(at.load(), truth.apply(at.load())));
        }
        return search;
    }

    private static ProbeResult undecided(double load, ObjectiveStand seen) {
        return new ProbeResult(load, Stand.OPEN, ProbeEnd.TOO_LONG, 6_000, 100, List.of(seen));
    }

    private static ProbeResult result(double load, Stand stand) {
        return new ProbeResult(load, stand, ProbeEnd.DECIDED, 600, 10, List.of(new ObjectiveStand(stand, 6_000, 0, 1)));
    }
}
