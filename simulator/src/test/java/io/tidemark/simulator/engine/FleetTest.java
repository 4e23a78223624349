package io.tidemark.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.simulator.virtual.Arrival;
import io.tidemark.simulator.virtual.FleetRun;
import io.tidemark.simulator.virtual.Outcome;
import io.tidemark.simulator.virtual.VirtualRun;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FleetTest {
    private static final long MILLI = 1_000_000;
    private static final StepCost COST = new StepCost(1e-3, 2e-5, 0, 6.5e-3, 8e-5, 1e-5, 1e-7, 2e-9, 0.05, 0);
    /** Ten milliseconds a step, whatever is in it. */
    private static final StepCost TEN_MILLIS = new StepCost(0, 0, 0, 0.010, 0, 0, 0, 0, 0, 0);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void aFleetOfOneBehavesAsItsEngine(long seed) {
        EngineConfig config = new EngineConfig(128, 6, 60, 16, true, COST, 0, seed);
        List<Arrival> arrivals = arrivals(80, 40, seed);

        List<Outcome> alone = new VirtualRun(new Engine(config), 7 * MILLI, step -> {}).play(arrivals);

        assertThat(new FleetRun(new Fleet(config, 1, Routing.PREFIX_AWARE), 7 * MILLI).play(arrivals))
                .isEqualTo(alone);
    }

    @ParameterizedTest
    @EnumSource(Routing.class)
    void everyRequestEndsOnceWhateverTheRouting(Routing routing) {
        List<Arrival> arrivals = arrivals(200, 40, 5);
        Fleet fleet = new Fleet(new EngineConfig(128, 6, 60, 16, true, COST, 0, 5), 4, routing);

        List<Outcome> outcomes = new FleetRun(fleet, 0).play(arrivals);

        assertThat(outcomes)
                .extracting(Outcome::id)
                .containsExactlyInAnyOrderElementsOf(
                        arrivals.stream().map(it -> it.request().id()).toList());
        assertThat(fleet.states()).allSatisfy(it -> assertThat(it.kvUsage()).isZero());
        assertThat(fleet.hasWork()).isFalse();
    }

    @Test
    void replicasStepInOneTimeAndIndependently() {
        Fleet fleet = fleet(2, Routing.ROUND_ROBIN);
        assertThat(fleet.submit(request("a", 2), 0)).isZero();
        assertThat(fleet.next(4 * MILLI)).isEmpty();
        assertThat(fleet.submit(request("b", 1), 4 * MILLI)).isEqualTo(1);

        List<String> seen = new ArrayList<>();
        for (var step = fleet.next(Long.MAX_VALUE); step.isPresent(); step = fleet.next(Long.MAX_VALUE)) {
            long endMillis = step.get().step().endNanos() / MILLI;
            seen.add(step.get().replica() + " at " + endMillis + " "
                    + step.get().step().progress().get(0).id());
        }

        assertThat(seen).containsExactly("0 at 10 a", "1 at 14 b", "0 at 20 a");
    }

    @Test
    void requestsOfOneMomentComeIntoOneStep() {
        Fleet fleet = fleet(1, Routing.ROUND_ROBIN);
        fleet.submit(request("a", 1), 0);
        fleet.submit(request("b", 1), 0);

        assertThat(fleet.next(Long.MAX_VALUE).orElseThrow().step().progress())
                .extracting(Progress::id)
                .containsExactly("a", "b");
    }

    @Test
    void leastLoadedLooksAtWhatHasNotEnded() {
        Fleet fleet = fleet(2, Routing.LEAST_LOADED);
        assertThat(fleet.submit(request("long", 100), 0)).isZero();
        assertThat(fleet.submit(request("short", 1), 0)).isEqualTo(1);
        fleet.next(15 * MILLI);
        fleet.next(15 * MILLI); // "short" has ended

        assertThat(fleet.submit(request("x", 5), 15 * MILLI)).isEqualTo(1);
        assertThat(fleet.submit(request("y", 5), 15 * MILLI)).isZero();
    }

    @Test
    void prefixAwareGoesWhereThePromptIsCachedUnlessThatReplicaIsBusier() {
        Fleet fleet = fleet(2, Routing.PREFIX_AWARE);
        assertThat(fleet.submit(conversation("a", 0, 640), 0)).isZero();
        while (fleet.hasWork()) {
            fleet.next(Long.MAX_VALUE);
        }

        // b misses 16 tokens on 0; then 0 has 16 + 640 / 10 = 80 to do, and nobody is on 1
        assertThat(fleet.submit(conversation("b", 0, 640), 3_000 * MILLI)).isZero();
        assertThat(fleet.submit(conversation("other", 1, 64), 3_000 * MILLI)).isEqualTo(1);
        // c: 80 + 16 on 0; 64 + 6.4 + 640 on 1
        assertThat(fleet.submit(conversation("c", 0, 640), 3_000 * MILLI)).isZero();
        // d: 160 + 16 on 0; 70.4 + 96 on 1, whose cache has nothing of it
        assertThat(fleet.submit(conversation("d", 0, 96), 3_000 * MILLI)).isEqualTo(1);
    }

    @Test
    void anAbortedRequestMakesNoProgressThoughItsStepGoesOn() {
        Fleet fleet = fleet(1, Routing.ROUND_ROBIN);
        fleet.submit(request("a", 50), 0);
        fleet.submit(request("b", 1), 0);
        fleet.next(1); // the step is under way

        assertThat(fleet.abort("a")).isTrue();

        assertThat(fleet.next(Long.MAX_VALUE).orElseThrow().step().progress())
                .extracting(Progress::id)
                .containsExactly("b");
        assertThat(fleet.hasWork()).isFalse();
        assertThat(fleet.abort("a")).isFalse();
    }

    @Test
    void aRequestOfThePastIsRefused() {
        Fleet fleet = fleet(1, Routing.ROUND_ROBIN);
        fleet.submit(request("a", 1), 5);

        assertThatThrownBy(() -> fleet.submit(request("b", 1), 4))
                .hasMessage("request b comes at 4 but it is 5 already");
    }

    /** Phase 3 of the H200 tuning plan: four nodes, conversations that resend their history. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void routingByPrefixReusesMoreThanTakingTurnsAndAnswersSooner(long seed) {
        StepCost h200 = new StepCost(1.5e-3, 5.2e-5, 0, 0.0205, 1.01e-4, 1.3e-5, 4.1e-8, 2e-9, 0.03, 0.036);
        EngineConfig node = new EngineConfig(8192, 1024, 21_770, 16, true, h200, 0, 1);
        List<Arrival> arrivals = conversations(seed);

        Reuse turns = reuse(new Fleet(node, 4, Routing.ROUND_ROBIN), arrivals);
        Reuse least = reuse(new Fleet(node, 4, Routing.LEAST_LOADED), arrivals);
        Reuse prefix = reuse(new Fleet(node, 4, Routing.PREFIX_AWARE), arrivals);

        System.out.printf(
                "4 nodes, conversations: round-robin %s, least-loaded %s, prefix-aware %s%n", turns, least, prefix);
        assertThat(prefix.hitShare()).isGreaterThan(turns.hitShare() + 0.08);
        assertThat(prefix.ttftMillis()).isLessThan(0.85 * turns.ttftMillis());
    }

    private record Reuse(double hitShare, double ttftMillis) {}

    private static Reuse reuse(Fleet fleet, List<Arrival> arrivals) {
        List<Outcome> outcomes = new FleetRun(fleet, 36 * MILLI).play(arrivals);
        double hits =
                fleet.states().stream().mapToLong(EngineState::prefixHitTokens).sum();
        long queries = fleet.states().stream()
                .mapToLong(EngineState::prefixQueryTokens)
                .sum();
        double ttftNanos =
                outcomes.stream().mapToLong(Outcome::ttftNanos).average().orElseThrow();
        return new Reuse(hits / queries, ttftNanos / MILLI);
    }

    private static Fleet fleet(int replicas, Routing routing) {
        return new Fleet(new EngineConfig(2048, 8, 256, 16, true, TEN_MILLIS, 0, 1), replicas, routing);
    }

    private static SimRequest request(String id, int outputTokens) {
        return new SimRequest(id, 20, outputTokens, BlockChain.none());
    }

    private static SimRequest conversation(String id, int conversation, int promptTokens) {
        long[] hashes = LongStream.range(0, promptTokens / 16)
                .map(block -> conversation * 1_000L + block)
                .toArray();
        return new SimRequest(id, promptTokens, 200, BlockChain.ofHashes(hashes));
    }

    private static List<Arrival> arrivals(int count, double meanGapMillis, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Arrival> arrivals = new ArrayList<>();
        double atMillis = 0;
        for (SimRequest request : Plays.random(count, seed)) {
            atMillis += 2 * meanGapMillis * random.nextDouble();
            arrivals.add(new Arrival(Math.round(atMillis * MILLI), request));
        }
        return arrivals;
    }

    /** 120 conversations of five turns, in twelve groups that share a beginning, started within a minute. */
    private static List<Arrival> conversations(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return IntStream.range(0, 120)
                .boxed()
                .flatMap(conversation -> {
                    double startSeconds = random.nextDouble() * 60;
                    return IntStream.range(0, 5).mapToObj(turn -> {
                        double atSeconds = startSeconds + turn * (10 + 4 * random.nextDouble());
                        return new Arrival(Math.round(atSeconds * 1e9), turn(conversation, turn));
                    });
                })
                .toList();
    }

    private static SimRequest turn(int conversation, int turn) {
        int promptTokens = 3_700 + 870 * turn;
        long[] hashes = LongStream.range(0, promptTokens / 16)
                .map(block ->
                        block < 230 ? conversation % 12 * 1_000L + block : 1_000_000L * (conversation + 1) + block)
                .toArray();
        return new SimRequest(conversation + "/" + turn, promptTokens, 250, BlockChain.ofHashes(hashes));
    }
}
