package io.tidemark.producer.calibrate;

import io.tidemark.producer.client.Credentials;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.producer.publish.EncodingPublisher;
import io.tidemark.producer.run.LoadRun;
import io.tidemark.producer.run.RunDependencies;
import io.tidemark.producer.run.RunListener;
import io.tidemark.producer.runtime.RunSpec;
import io.tidemark.producer.validity.CalibrationResult;
import io.tidemark.producer.validity.MeasurementErrors;
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.time.Clocks;
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
    public CalibrationResult measure(CalibrationLoad load) throws InterruptedException {
        RunSpec spec = spec(load);
        ClientTokenTimesRecorder seen = new ClientTokenTimesRecorder(
                spec.runId() + "-" + spec.lane() + "-",
                RAMP.toNanos(),
                load.measured().toNanos());
        RunDependencies parts = RunDependencies.of(clocks, new EncodingPublisher(), RunListener.silent())
                .withObserver(seen);
        var unused = new LoadRun(spec, parts).execute();
        return new CalibrationResult(
                clocks.wall().instant(),
                load.concurrency(),
                seen.chunksPerSecond(),
                MeasurementErrors.of(seen.tokenTimes(), server.tokenTimes()));
    }

    private RunSpec spec(CalibrationLoad load) {
        Plan plan = PlanLoader.parse(plan(load), "calibration", Path.of("."));
        TargetPlan target = TargetPlan.at(server.url(new ResponsePacing(FIRST_TOKEN, load.gap())), "calibration");
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
