package io.tidemark.app.calibrate;

import io.tidemark.app.process.OperationContext;
import io.tidemark.producer.calibrate.CalibrationLoad;
import io.tidemark.producer.calibrate.CalibrationServer;
import io.tidemark.producer.calibrate.Calibrator;
import io.tidemark.producer.plan.LoadLimits;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.validity.CalibrationResult;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.schemas.time.Clocks;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * The short calibration at the start of a run.
 *
 * @param details notified of what came of each measurement
 */
public record ClientCalibration(OperationContext context, Clocks clocks, Consumer<String> details) {
    private static final Duration MEASURED = Duration.ofMillis(1_500);
    private static final int MAX_TRIES = 3;

    /**
     * Measures and says what came of it. What is past a limit is measured again, twice at most, and the last counts: a run begins when
     * other things of this machine do, and what only its first seconds suffer is not the run's.
     *
     * @throws UnavailableException if the server fails
     */
    public CalibrationResult measure(Plan plan, CalibrationServer server) throws InterruptedException {
        CalibrationLoad load = CalibrationLoad.of(plan, CalibrationLoad.USUAL_TOKENS_PER_SECOND, MEASURED);
        try {
            Calibrator calibrator = new Calibrator(clocks, context.random(), server);
            CalibrationResult last = measured(calibrator, load);
            for (int tries = 1; tries < MAX_TRIES && !within(last, plan.limits()); tries++) {
                last = measured(calibrator, load);
            }
            return last;
        } catch (IllegalStateException e) {
            throw new UnavailableException(e.getMessage() + "; --no-calibrate goes without", e);
        }
    }

    private CalibrationResult measured(Calibrator calibrator, CalibrationLoad load) throws InterruptedException {
        CalibrationResult calibration = calibrator.measure(load);
        details.accept("  client    " + CalibrationFormat.summary(calibration));
        return calibration;
    }

    private static boolean within(CalibrationResult calibration, LoadLimits limits) {
        return calibration
                .invalidReasons(limits.calibrationTtftP99(), limits.calibrationItlP99())
                .isEmpty();
    }
}
