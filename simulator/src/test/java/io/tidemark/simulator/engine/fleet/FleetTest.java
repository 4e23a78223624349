package io.tidemark.simulator.engine.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.simulator.client.EngineRun;
import io.tidemark.simulator.client.FleetClient;
import io.tidemark.simulator.client.RequestArrival;
import io.tidemark.simulator.client.RequestTimings;
import io.tidemark.simulator.engine.BlockHashes;
import io.tidemark.simulator.engine.Engine;
import io.tidemark.simulator.engine.EngineConfig;
import io.tidemark.simulator.engine.EngineRequest;
import io.tidemark.simulator.engine.EngineScenarios;
import io.tidemark.simulator.engine.EngineState;
import io.tidemark.simulator.engine.RequestProgress;
import io.tidemark.simulator.engine.cost.StepCost;
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
        List<RequestArrival> arrivals = arrivals(80, 40, seed);

        List<RequestTimings> alone = new EngineRun(new Engine(config), 7 * MILLI, step -> {}).play(arrivals);

        assertThat(new FleetClient(new Fleet(config, 1, RoutingPolicy.PREFIX_AWARE), 7 * MILLI).play(arrivals))
                .isEqualTo(alone);
    }

    @ParameterizedTest
    @EnumSource(RoutingPolicy.class)
    void everyRequestEndsOnceWhateverTheRouting(RoutingPolicy routing) {
        List<RequestArrival> arrivals = arrivals(200, 40, 5);
        Fleet fleet = new Fleet(new EngineConfig(128, 6, 60, 16, true, COST, 0, 5), 4, routing);

        List<RequestTimings> outcomes = new FleetClient(fleet, 0).play(arrivals);

        assertThat(outcomes)
                .extracting(RequestTimings::id)
                .containsExactlyInAnyOrderElementsOf(
                        arrivals.stream().map(it -> it.request().id()).toList());
        assertThat(fleet.states()).allSatisfy(it -> assertThat(it.kvUsage()).isZero());
        assertThat(fleet.hasWork()).isFalse();
    }

    @Test
    void replicasStepInOneTimeAndIndependently() {
        Fleet fleet = fleet(2, RoutingPolicy.ROUND_ROBIN);
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
        Fleet fleet = fleet(1, RoutingPolicy.ROUND_ROBIN);
        fleet.submit(request("a", 1), 0);
        fleet.submit(request("b", 1), 0);

        assertThat(fleet.next(Long.MAX_VALUE).orElseThrow().step().progress())
                .extracting(RequestProgress::id)
                .containsExactly("a", "b");
    }

    @Test
    void leastLoadedLooksAtWhatHasNotEnded() {
        Fleet fleet = fleet(2, RoutingPolicy.MIN_LOADED);
        assertThat(fleet.submit(request("long", 100), 0)).isZero();
        assertThat(fleet.submit(request("short", 1), 0)).isEqualTo(1);
        fleet.next(15 * MILLI);
        fleet.next(15 * MILLI); // "short" has ended

        assertThat(fleet.submit(request("x", 5), 15 * MILLI)).isEqualTo(1);
        assertThat(fleet.submit(request("y", 5), 15 * MILLI)).isZero();
    }

    @Test
    void prefixAwareGoesWhereThePromptIsCachedUnlessThatReplicaIsBusier() {
        Fleet fleet = fleet(2, RoutingPolicy.PREFIX_AWARE);
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
        Fleet fleet = fleet(1, RoutingPolicy.ROUND_ROBIN);
        fleet.submit(request("a", 50), 0);
        fleet.submit(request("b", 1), 0);
        fleet.next(1); // the step is under way

        assertThat(fleet.abort("a")).isTrue();

        assertThat(fleet.next(Long.MAX_VALUE).orElseThrow().step().progress())
                .extracting(RequestProgress::id)
                .containsExactly("b");
        assertThat(fleet.hasWork()).isFalse();
        assertThat(fleet.abort("a")).isFalse();
    }

    @Test
    void aRequestOfThePastIsRefused() {
        Fleet fleet = fleet(1, RoutingPolicy.ROUND_ROBIN);
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
        List<RequestArrival> arrivals = conversations(seed);

        Reuse turns = reuse(new Fleet(node, 4, RoutingPolicy.ROUND_ROBIN), arrivals);
        Reuse least = reuse(new Fleet(node, 4, RoutingPolicy.MIN_LOADED), arrivals);
        Reuse prefix = reuse(new Fleet(node, 4, RoutingPolicy.PREFIX_AWARE), arrivals);

        System.out.printf(
                "4 nodes, conversations: round-robin %s, least-loaded %s, prefix-aware %s%n", turns, least, prefix);
        assertThat(prefix.hitShare()).isGreaterThan(turns.hitShare() + 0.08);
        assertThat(prefix.ttftMillis()).isLessThan(0.85 * turns.ttftMillis());
    }

    private record Reuse(double hitShare, double ttftMillis) {}

    private static Reuse reuse(Fleet fleet, List<RequestArrival> arrivals) {
        List<RequestTimings> outcomes = new FleetClient(fleet, 36 * MILLI).play(arrivals);
        double hits =
                fleet.states().stream().mapToLong(EngineState::prefixHitTokens).sum();
        long queries = fleet.states().stream()
                .mapToLong(EngineState::prefixQueryTokens)
                .sum();
        double ttftNanos =
                outcomes.stream().mapToLong(RequestTimings::ttftNanos).average().orElseThrow();
        return new Reuse(hits / queries, ttftNanos / MILLI);
    }

    private static Fleet fleet(int replicas, RoutingPolicy routing) {
        return new Fleet(new EngineConfig(2048, 8, 256, 16, true, TEN_MILLIS, 0, 1), replicas, routing);
    }

    private static EngineRequest request(String id, int outputTokens) {
        return new EngineRequest(id, 20, outputTokens, BlockHashes.none());
    }

    private static EngineRequest conversation(String id, int conversation, int promptTokens) {
        long[] hashes = LongStream.range(0, promptTokens / 16)
                .map(block -> conversation * 1_000L + block)
                .toArray();
        return new EngineRequest(id, promptTokens, 200, BlockHashes.ofHashes(hashes));
    }

    private static List<RequestArrival> arrivals(int count, double meanGapMillis, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<RequestArrival> arrivals = new ArrayList<>();
        double atMillis = 0;
        for (EngineRequest request : EngineScenarios.random(count, seed)) {
            atMillis += 2 * meanGapMillis * random.nextDouble();
            arrivals.add(new RequestArrival(Math.round(atMillis * MILLI), request));
        }
        return arrivals;
    }

    /** 120 conversations of five turns, in twelve groups that share a beginning, started within a minute. */
    private static List<RequestArrival> conversations(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return IntStream.range(0, 120)
                .boxed()
                .flatMap(conversation -> {
                    double startSeconds = random.nextDouble() * 60;
                    return IntStream.range(0, 5).mapToObj(turn -> {
                        double atSeconds = startSeconds + turn * (10 + 4 * random.nextDouble());
                        return new RequestArrival(Math.round(atSeconds * 1e9), turn(conversation, turn));
                    });
                })
                .toList();
    }

    private static EngineRequest turn(int conversation, int turn) {
        int promptTokens = 3_700 + 870 * turn;
        long[] hashes = LongStream.range(0, promptTokens / 16)
                .map(block ->
                        block < 230 ? conversation % 12 * 1_000L + block : 1_000_000L * (conversation + 1) + block)
                .toArray();
        return new EngineRequest(conversation + "/" + turn, promptTokens, 250, BlockHashes.ofHashes(hashes));
    }
}
