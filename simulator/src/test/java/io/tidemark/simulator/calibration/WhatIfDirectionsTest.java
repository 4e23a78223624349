package io.tidemark.simulator.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.simulator.calibration.WhatIfScenario.Result;
import io.tidemark.simulator.config.MemoryFlags;
import io.tidemark.simulator.config.Profile;
import io.tidemark.simulator.config.ProfileLoader;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.config.ServerConfigLoader;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every profile, with flags and loads that nobody published: each change moves the figures the way it would on a real server. */
class WhatIfDirectionsTest {
    /** Noise of steps alone, a few percent each, averages out over hundreds of them. */
    private static final double NOISE = 1.02;

    static Iterable<String> profiles() {
        return WhatIfScenarios.PROFILES;
    }

    @ParameterizedTest
    @MethodSource("profiles")
    void aSteadyLoadAnswersEachChangeAsItMust(String profile) {
        Map<String, Result> seen = seen(new WhatIfScenarios(profile).steady());
        Result base = at(seen, "as it is");

        Result twiceTheRate = at(seen, "twice the rate");
        assertThat(twiceTheRate.ttftMillis()).isGreaterThan(base.ttftMillis());
        assertThat(twiceTheRate.tpotMillis()).isGreaterThan(base.tpotMillis());
        assertThat(twiceTheRate.perSecond()).isBetween(1.2 * base.perSecond(), 2 * base.perSecond());
        Result longPrompts = at(seen, "prompts twice as long");
        assertThat(longPrompts.ttftMillis()).isGreaterThan(1.3 * base.ttftMillis());
        assertThat(longPrompts.tpotMillis()).isGreaterThan(base.tpotMillis());
        Result longAnswers = at(seen, "answers twice as long");
        assertThat(longAnswers.held()).isGreaterThan(base.held());
        assertThat(longAnswers.perSecond()).isLessThan(base.perSecond());
        Result uncached = at(seen, "no prefix cache");
        assertThat(uncached.ttftMillis()).isGreaterThan(1.2 * base.ttftMillis());
        assertThat(uncached.tpotMillis()).isGreaterThan(base.tpotMillis());
        Result smallSteps = at(seen, "512 tokens per step");
        assertThat(smallSteps.longestStepMillis()).isLessThan(0.8 * base.longestStepMillis());
        assertThat(smallSteps.ttftMillis()).isGreaterThan(base.ttftMillis());
        Result replicas = at(seen, "two replicas");
        assertThat(replicas.ttftMillis()).isLessThan(base.ttftMillis());
        assertThat(replicas.tpotMillis()).isLessThan(base.tpotMillis());
        Result drafts = seen.get("drafts");
        if (drafts != null) {
            assertThat(drafts.tpotMillis()).isLessThan(0.8 * base.tpotMillis());
        }
    }

    @ParameterizedTest
    @MethodSource("profiles")
    void aBurstAnswersEachChangeAsItMust(String profile) {
        Map<String, Result> seen = seen(new WhatIfScenarios(profile).burst());
        Result base = at(seen, "as it is");

        for (String lessCache : new String[] {"less memory", "16-bit KV cache"}) {
            assertThat(at(seen, lessCache).held()).isLessThanOrEqualTo(base.held());
            assertThat(at(seen, lessCache).ttftMillis()).isGreaterThan(base.ttftMillis() / NOISE);
            assertThat(at(seen, lessCache).perSecond()).isLessThan(base.perSecond() * NOISE);
        }
        Result fewSlots = at(seen, "32 slots");
        assertThat(fewSlots.held()).isEqualTo(32);
        assertThat(fewSlots.ttftMillis()).isGreaterThan(base.ttftMillis());
        assertThat(fewSlots.tpotMillis()).isLessThan(base.tpotMillis());
        assertThat(fewSlots.perSecond()).isLessThan(base.perSecond());
        Result smallSteps = at(seen, "512 tokens per step");
        assertThat(smallSteps.longestStepMillis()).isLessThan(base.longestStepMillis());
        assertThat(smallSteps.tpotMillis()).isLessThan(base.tpotMillis());
        Result replicas = at(seen, "two replicas");
        assertThat(replicas.ttftMillis()).isLessThan(base.ttftMillis());
        assertThat(replicas.perSecond()).isBetween(1.5 * base.perSecond(), 2.5 * base.perSecond());
    }

    @ParameterizedTest
    @MethodSource("profiles")
    void moreMemoryNeverHoldsFewerTokens(String profile) {
        Profile read = new ProfileLoader().read(profile);
        ServerConfig server = new ServerConfigLoader().builtIn(profile);
        int before = 0;
        for (double utilization : new double[] {0.8, 0.85, 0.9, 0.95, 1.0}) {
            MemoryFlags flags = new MemoryFlags(
                    utilization,
                    server.maxNumBatchedTokens(),
                    server.maxNumSeqs(),
                    server.blockSize(),
                    server.kvCacheDtype());
            assertThat(read.kvCapacityTokens(flags)).isGreaterThan(before);
            before = read.kvCapacityTokens(flags);
        }
    }

    private static Map<String, Result> seen(Map<String, WhatIfScenario> cases) {
        Map<String, Result> seen = new LinkedHashMap<>();
        cases.forEach((change, whatIf) -> seen.put(change, whatIf.result()));
        return seen;
    }

    private static Result at(Map<String, Result> seen, String change) {
        Result one = seen.get(change);
        if (one == null) {
            throw new IllegalStateException("no such change: " + change);
        }
        return one;
    }
}
