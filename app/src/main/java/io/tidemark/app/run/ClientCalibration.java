package io.tidemark.app.run;

import io.tidemark.app.CommandException;
import io.tidemark.app.Surroundings;
import io.tidemark.producer.calibrate.Calibration;
import io.tidemark.producer.calibrate.CalibrationServer;
import io.tidemark.producer.plan.Limits;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.publish.Clocks;
import io.tidemark.producer.run.CalibrationLoad;
import io.tidemark.producer.run.Calibrator;
import java.time.Duration;

/** The short calibration at the start of a run. */
final class ClientCalibration {
    private static final Duration MEASURED = Duration.ofMillis(1_500);
    private static final int MOST_TRIES = 3;

    private final Surroundings surroundings;
    private final Clocks clocks;

    ClientCalibration(Surroundings surroundings, Clocks clocks) {
        this.surroundings = surroundings;
        this.clocks = clocks;
    }

    /**
     * Measures and says what came of it. What is past a limit is measured again, twice at most, and the last counts: a run begins when
     * other things of this machine do, and what only its first seconds suffer is not the run's.
     *
     * @throws CommandException if the server fails
     */
    Calibration measure(Plan plan, CalibrationServer server) throws InterruptedException {
        CalibrationLoad load = CalibrationLoad.of(plan, CalibrationLoad.USUAL_TOKENS_PER_SECOND, MEASURED);
        try {
            Calibrator calibrator = new Calibrator(clocks, surroundings.random(), server);
            Calibration last = measured(calibrator, load);
            for (int tries = 1; tries < MOST_TRIES && !within(last, plan.limits()); tries++) {
                last = measured(calibrator, load);
            }
            return last;
        } catch (IllegalStateException e) {
            throw CommandException.infrastructure(e.getMessage() + "; --no-calibrate goes without", e);
        }
    }

    private Calibration measured(Calibrator calibrator, CalibrationLoad load) throws InterruptedException {
        Calibration calibration = calibrator.measure(load);
        surroundings.terminal().say("  client    " + CalibrationWords.inShort(calibration));
        return calibration;
    }

    private static boolean within(Calibration calibration, Limits limits) {
        return calibration
                .reasons(limits.calibrationTtftP99(), limits.calibrationItlP99())
                .isEmpty();
    }
}
