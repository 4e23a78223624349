package io.tidemark.analysis.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LoadSearchTest {
    private static final ProbeRules RULES = new ProbeRules(List.of(0.05), 1, 360);

    @Test
    void loadsGrowByAHalfUntilTheCapacityLiesBetweenTwoAndAreThenTriedNearIt() {
        LoadSearch search = searched(new SearchRange(10, 1_000, 0.1, false), new Server(37, 20, 1), 3_600);

        assertThat(search.results().stream().limit(5).map(ProbeResult::load)).startsWith(10.0, 15.0, 22.5, 33.75);
        assertThat(search.interval().covers(37)).isTrue();
        assertThat(search.interval().factor()).isLessThan(1.1);
        assertThat(search.next()).isEqualTo(new NextProbe.None("the interval is as narrow as requested"));
        assertThat(search.results().stream().skip(6).map(ProbeResult::load))
                .allMatch(load -> load > 37 / 1.3 && load < 37 * 1.3);
    }

    @Test
    void aFirstLoadThatBreaksIsLoweredUntilOneHolds() {
        LoadSearch search = searched(new SearchRange(100, 1_000, 0.1, false), new Server(30, 20, 1), 3_600);

        assertThat(search.results().get(1).load()).isLessThan(100).isGreaterThanOrEqualTo(100 / 1.5);
        assertThat(search.interval().covers(30)).isTrue();
        assertThat(search.interval().factor()).isLessThan(1.1);
    }

    @Test
    void whereNothingHoldsItEndsAndSaysSo() {
        LoadSearch search = searched(new SearchRange(10, 100, 0.1, false), new Server(0.01, 20, 1), 36_000);

        assertThat(search.interval().heldUpTo()).isEmpty();
        assertThat(search.next()).isEqualTo(new NextProbe.None("not even the lowest load holds"));
    }

    @Test
    void whereTheHighestAllowedHoldsItEndsAndSaysSo() {
        LoadSearch search = searched(new SearchRange(10, 30, 0.1, false), new Server(1_000, 20, 1), 36_000);

        assertThat(search.results()).extracting(ProbeResult::load).startsWith(10.0, 15.0, 22.5, 30.0);
        assertThat(search.interval().heldUpTo()).hasValue(30);
        assertThat(search.interval().failsFrom()).isEmpty();
        assertThat(search.next()).isEqualTo(new NextProbe.None("the highest allowed load does not break the SLO"));
    }

    @Test
    void concurrenciesAreWholeAndTheirEndsNeighbours() {
        LoadSearch search = searched(new SearchRange(4, 256, 0.01, true), new Server(13.5, 20, 1), 36_000);

        assertThat(search.results()).allMatch(it -> it.load() == Math.rint(it.load()));
        assertThat(search.interval().heldUpTo()).hasValue(13);
        assertThat(search.interval().failsFrom()).hasValue(14);
    }

    @Test
    void aLoadThatHoldsAboveOneThatBreaksIsTold() {
        LoadSearch search = LoadSearch.begin(new SearchRange(10, 100, 0.1, false), RULES)
                .with(result(10, LimitDecision.HOLDS, 0, 6_000))
                .with(result(20, LimitDecision.BREAKS, 1_200, 6_000))
                .with(result(25, LimitDecision.HOLDS, 0, 6_000));

        assertThat(search.interval().monotone()).isFalse();
    }

    /** None of the probes shows by its own test where the load stands; all of them together do. */
    @Test
    void probesThatTellNothingAloneTellTogether() {
        LoadSearch search = LoadSearch.begin(new SearchRange(10, 100, 0.1, false), RULES);
        for (int probe = 0; probe < 5; probe++) {
            search = search.with(result(20, LimitDecision.OPEN, 20, 1_000))
                    .with(result(22, LimitDecision.OPEN, 100, 1_000));
        }

        assertThat(new SequentialLimitTest(0.05).decide(2.0, 100)).isEqualTo(LimitDecision.OPEN);
        assertThat(search.interval().heldUpTo().orElseThrow()).isGreaterThanOrEqualTo(20);
        assertThat(search.interval().failsFrom().orElseThrow()).isLessThan(22);
    }

    /** A quiet spell at 24 makes its requests look independent; by what other probes showed they are not. */
    @Test
    void aQuietSpellWeighsNoMoreThanTheOthersShow() {
        LoadSearch search = LoadSearch.begin(new SearchRange(10, 100, 0.1, false), RULES)
                .with(new ProbeResult(
                        22,
                        LimitDecision.OPEN,
                        ProbeEnd.TOO_LONG,
                        360,
                        10,
                        36,
                        List.of(new ObjectiveDecision(LimitDecision.OPEN, 8_000, 480, 160))))
                .with(new ProbeResult(
                        24,
                        LimitDecision.HOLDS,
                        ProbeEnd.DECIDED,
                        360,
                        10,
                        36,
                        List.of(new ObjectiveDecision(LimitDecision.HOLDS, 8_000, 0, 4))));

        assertThat(search.interval().covers(22)).isTrue();
    }

    @Test
    void requestsThatPileUpBoundTheCapacityFromAbove() {
        ObjectiveDecision few = new ObjectiveDecision(LimitDecision.OPEN, 100, 5, 10);
        LoadSearch search = LoadSearch.begin(new SearchRange(10, 100, 0.1, false), RULES)
                .with(result(10, LimitDecision.HOLDS, 0, 6_000))
                .with(new ProbeResult(20, LimitDecision.BREAKS, ProbeEnd.QUEUE_GROWS, 120, 10, 12, List.of(few)));

        assertThat(search.interval().failsFrom().orElseThrow()).isLessThanOrEqualTo(20);
    }

    /** Capacity, slope and dependence are drawn; requests come in clusters that are good or bad as one. */
    @Test
    void nineOfTenIntervalsCoverTheCapacityWhateverTheServer() {
        int covered = 0;
        int searches = 60;
        for (int seed = 1; seed <= searches; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            double capacity = 10 * Math.exp(random.nextDouble(-1, 2.5));
            Server server =
                    new Server(capacity, Math.exp(random.nextDouble(1.6, 3.5)), 1 + random.nextInt(60), random.split());
            covered += searched(new SearchRange(10, 1_000, 0.1, false), server, 3_600)
                            .interval()
                            .covers(capacity)
                    ? 1
                    : 0;
        }
        assertThat(covered).isGreaterThanOrEqualTo(54);
    }

    /** The same servers in a third of the time, when intervals have a long end on one side. 0.64 of the error here, about a half on the engine. */
    @Test
    void theEstimateIsNearerThanTheMiddleOfTheIntervalAndTellsItsError() {
        double ofEstimate = 0;
        double ofMiddle = 0;
        int withinTwice = 0;
        int searches = 0;
        for (int seed = 1; seed <= 60; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            double capacity = 10 * Math.exp(random.nextDouble(-1, 2.5));
            Server server =
                    new Server(capacity, Math.exp(random.nextDouble(1.6, 3.5)), 1 + random.nextInt(60), random.split());
            LoadSearch search = searched(new SearchRange(0.9 * capacity, 1_000, 0.05, false), server, 1_200);
            LoadInterval found = search.interval();
            if (!found.isClosed()) {
                continue;
            }
            searches++;
            LoadEstimate estimate = search.estimate().orElseThrow();
            double off = Math.log(estimate.load() / capacity);
            ofEstimate += off * off;
            withinTwice += Math.abs(off) < 2 * estimate.relativeError() ? 1 : 0;
            double middle =
                    Math.sqrt(found.heldUpTo().getAsDouble() * found.failsFrom().getAsDouble());
            ofMiddle += Math.pow(Math.log(middle / capacity), 2);
        }
        assertThat(searches).isGreaterThan(30);
        assertThat(Math.sqrt(ofEstimate)).isLessThan(0.75 * Math.sqrt(ofMiddle));
        assertThat((double) withinTwice / searches).isGreaterThanOrEqualTo(0.9);
    }

    @Test
    void whereTheCapacityIsBeyondTheLoadsThatMayBeTriedThereIsNoEstimate() {
        assertThat(searched(new SearchRange(10, 30, 0.1, false), new Server(1_000, 20, 1), 36_000)
                        .estimate())
                .isEmpty();
        assertThat(searched(new SearchRange(10, 100, 0.1, false), new Server(0.01, 20, 1), 36_000)
                        .estimate())
                .isEmpty();
    }

    @Test
    void whatAnHourIsExpectedToBuyIsLessAtLowRates() {
        SearchForecast fast = forecast(30, Duration.ofMinutes(60));
        SearchForecast slow = forecast(3, Duration.ofMinutes(60));
        SearchForecast longer = forecast(3, Duration.ofHours(6));

        assertThat(fast.factor()).isBetween(1.02, 1.2);
        assertThat(slow.factor()).isGreaterThan(fast.factor());
        assertThat(longer.factor()).isLessThan(slow.factor());
        assertThat(slow.spent()).isBetween(Duration.ofMinutes(50), Duration.ofMinutes(60));
        assertThat(forecast(3, Duration.ofSeconds(30)).probes()).isZero();
    }

    @Test
    void theTimeUntilAnIntervalIsNarrowGrowsWithWhatIsAsked() {
        LoadSearch wide = LoadSearch.begin(new SearchRange(10, 1_000, 0.1, false), RULES)
                .with(result(30, LimitDecision.OPEN, 1_500, 60_000))
                .with(result(45, LimitDecision.BREAKS, 18_000, 60_000));
        double factor = wide.interval().factor();
        assertThat(factor).isBetween(1.25, 2.0);

        assertThat(until(factor, wide)).hasValue(Duration.ZERO);
        Duration useful = until(1.25, wide).orElseThrow();
        assertThat(useful).isGreaterThan(Duration.ofMinutes(2));
        assertThat(until(1.1, wide).orElseThrow()).isGreaterThan(useful);
        assertThat(until(1.01, wide)).as("it ends by itself at 1.1").isEmpty();
    }

    private static Optional<Duration> until(double factor, LoadSearch known) {
        return SearchForecast.until(factor, known, Duration.ofSeconds(40));
    }

    /** One request per second makes blocks of a minute: two of them are two minutes. */
    @Test
    void aProbeOfTheRampEndsAfterTwoMinutesHoweverLongItsBlocksAre() {
        Probe probe =
                LoadSearch.begin(new SearchRange(1, 1_000, 0.1, false), RULES).probe(1);
        Optional<ProbeResult> ended = Optional.empty();
        int seconds = 0;
        while (ended.isEmpty()) {
            probe.addEnded(probe.addDue(seconds), 0.5);
            seconds++;
            ended = probe.endSecond(1, OptionalDouble.empty());
        }
        assertThat(seconds).isEqualTo(120);
        assertThat(ended.get().blocks()).isEqualTo(2);
    }

    private static SearchForecast forecast(double from, Duration budget) {
        SearchRange range = new SearchRange(from, 1_000 * from, 0.01, false);
        ProbeRules rules = new ProbeRules(List.of(0.01), 1, 360);
        return SearchForecast.of(LoadSearch.begin(range, rules), range, false, Duration.ofSeconds(40), budget);
    }

    /** Bad requests by a logistic curve, in clusters. */
    private record Server(double capacity, double slope, int cluster, SplittableRandom random) {
        Server(double capacity, double slope, int cluster) {
            this(capacity, slope, cluster, new SplittableRandom(7));
        }

        double share(double load) {
            double odds = 0.05 / 0.95 * Math.pow(load / capacity, slope);
            return odds / (1 + odds);
        }
    }

    private static LoadSearch searched(SearchRange range, Server server, int budgetSeconds) {
        LoadSearch search = LoadSearch.begin(range, RULES);
        int spent = 0;
        while (search.next() instanceof NextProbe.At at && spent < budgetSeconds) {
            ProbeResult result = probed(search.probe(at.load()), server);
            search = search.with(result);
            spent += (int) result.seconds() + 40;
        }
        return search;
    }

    private static ProbeResult probed(Probe probe, Server server) {
        List<ProbeResult> ended = new ArrayList<>();
        double owed = 0;
        for (int second = 0; ended.isEmpty(); second++) {
            owed += probe.load();
            while (owed >= server.cluster()) {
                owed -= server.cluster();
                double used = server.random().nextDouble() < server.share(probe.load()) ? 2 : 0.5;
                for (int i = 0; i < server.cluster(); i++) {
                    probe.addEnded(probe.addDue(second + 0.5), used);
                }
            }
            probe.endSecond(1, OptionalDouble.empty()).ifPresent(ended::add);
        }
        return ended.get(0);
    }

    private static ProbeResult result(double load, LimitDecision stand, long bad, long n) {
        return new ProbeResult(
                load, stand, ProbeEnd.DECIDED, 300, 10, 30, List.of(new ObjectiveDecision(stand, n, bad, 10)));
    }
}
