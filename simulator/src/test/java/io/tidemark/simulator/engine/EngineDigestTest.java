package io.tidemark.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.simulator.engine.cost.ColdStart;
import io.tidemark.simulator.engine.cost.DraftCost;
import io.tidemark.simulator.engine.cost.StepCost;
import io.tidemark.simulator.engine.fleet.Fleet;
import io.tidemark.simulator.engine.fleet.ReplicaStep;
import io.tidemark.simulator.engine.fleet.RoutingPolicy;
import io.tidemark.simulator.engine.speculation.DraftAcceptance;
import io.tidemark.simulator.engine.speculation.SpeculationParameters;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Every event of one long play with all features on, as a digest that is committed: the same on every machine and JDK. A
 * change here is a change of results and belongs into CHANGELOG.md.
 */
class EngineDigestTest {
    private static final StepCost COST = new StepCost(1e-3, 2e-5, 0, 6.5e-3, 8e-5, 1e-5, 1e-7, 2e-9, 0.05, 0);

    @Test
    void theSameSeedGivesTheSameEventsOnEveryMachine() throws NoSuchAlgorithmException {
        EngineFeatures all = new EngineFeatures(
                new SpeculationParameters(
                        5, 4, 0, new DraftAcceptance.Geometric(0.7, 3.3), new DraftCost(1e-3, 1e-4, 1e-5)),
                true,
                new ColdStart(2, 3, 50),
                new KvOffload(40, 1e-4, 1e-5));
        Fleet fleet =
                new Fleet(new EngineConfig(128, 6, 60, 16, true, COST, 0, 42).with(all), 3, RoutingPolicy.PREFIX_AWARE);
        MessageDigest digest = MessageDigest.getInstance("SHA-256");

        List<EngineRequest> requests = EngineScenarios.random(400, 42);
        for (int i = 0; i < requests.size(); i++) {
            long arrivalNanos = i * 37_000_003L;
            add(digest, fleet, arrivalNanos);
            fleet.submit(requests.get(i), arrivalNanos);
        }
        add(digest, fleet, Long.MAX_VALUE);
        digest.update(fleet.states().toString().getBytes(StandardCharsets.UTF_8));

        assertThat(HexFormat.of().formatHex(digest.digest()))
                .isEqualTo("3d2332e62d6496c11186d42911eed032a2f9c81cc0f45c89cf4660f3c2114059");
    }

    private static void add(MessageDigest digest, Fleet fleet, long beforeNanos) {
        Optional<ReplicaStep> step = fleet.next(beforeNanos);
        while (step.isPresent()) {
            digest.update(step.get().toString().getBytes(StandardCharsets.UTF_8));
            step = fleet.next(beforeNanos);
        }
    }
}
