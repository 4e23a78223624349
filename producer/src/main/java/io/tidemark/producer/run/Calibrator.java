package io.tidemark.producer.run;

import io.tidemark.producer.calibrate.Calibration;
import io.tidemark.producer.calibrate.CalibrationServer;
import io.tidemark.producer.calibrate.ClientErrors;
import io.tidemark.producer.calibrate.Pacing;
import io.tidemark.producer.client.Credentials;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.PlanLoader;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.publish.Clocks;
import io.tidemark.schemas.Ulid;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Drives a server of known write times with the client that a run uses, all the way from schedule to encoded event, and says what the
 * client added. The first tokens and the gaps that are looked at are those of requests sent after a ramp.
 */
public final class Calibrator {
    private static final Duration RAMP = Duration.ofMillis(400);
    private static final Duration FIRST_TOKEN = Duration.ofMillis(50);
    private static final String PLAN = """
            experiment: calibration
            workload: {kind: synthetic, prompt_tokens: 64, output_tokens: %d-%d}
            first_request: false
            steps:
              - {concurrency: %d, warm_up: %dms, duration: %dms}
            limits: {in_flight: 100000, drain: 1ms, schedule_lag_p99: 1h}
            """;

    private final Clocks clocks;
    private final RandomGenerator random;
    private final CalibrationServer server;

    public Calibrator(Clocks clocks, RandomGenerator random, CalibrationServer server) {
        this.clocks = clocks;
        this.random = random;
        this.server = server;
    }

    /** Measures for as long as the load says, and a little more for the client's warm-up and the ramp. */
    public Calibration measure(CalibrationLoad load) throws InterruptedException {
        RunSpec spec = spec(load);
        SeenRequests seen = new SeenRequests(
                spec.runId() + "-" + spec.lane() + "-",
                RAMP.toNanos(),
                load.measured().toNanos());
        RunParts parts = RunParts.of(clocks, new EncodingPublisher(), RunListener.silent())
                .watchedBy(seen);
        var unused = new LoadRun(spec, parts).execute();
        return new Calibration(
                clocks.wall().instant(),
                load.concurrency(),
                seen.chunksPerSecond(),
                ClientErrors.of(seen.all(), server.served()));
    }

    private RunSpec spec(CalibrationLoad load) {
        Plan plan = PlanLoader.parse(plan(load), "calibration", Path.of("."));
        TargetPlan target = TargetPlan.at(server.url(new Pacing(FIRST_TOKEN, load.gap())), "calibration");
        return new RunSpec(
                Ulid.next(clocks.wall(), random),
                plan,
                plan.phases().get(0),
                target,
                "calibration",
                Optional.empty(),
                List.of(),
                Credentials.NONE,
                new RunSpec.Tool("", ""),
                false);
    }

    /** Answers of uneven length, so that streams do not end together. */
    private static String plan(CalibrationLoad load) {
        int most = Math.max(2, 2 * load.meanTokens() - 2);
        return PLAN.formatted(
                2, most, load.concurrency(), RAMP.toMillis(), load.measured().toMillis());
    }
}
