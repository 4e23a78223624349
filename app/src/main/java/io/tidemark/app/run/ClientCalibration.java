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

    private final Surroundings surroundings;
    private final Clocks clocks;

    ClientCalibration(Surroundings surroundings, Clocks clocks) {
        this.surroundings = surroundings;
        this.clocks = clocks;
    }

    /**
     * Measures and says what came of it. What is past a limit is measured once more, and that counts: a run begins when other things of
     * this machine do, and what only its first second suffers is not the run's.
     *
     * @throws CommandException if the server fails
     */
    Calibration measure(Plan plan, CalibrationServer server) throws InterruptedException {
        CalibrationLoad load = CalibrationLoad.of(plan, CalibrationLoad.USUAL_TOKENS_PER_SECOND, MEASURED);
        try {
            Calibrator calibrator = new Calibrator(clocks, surroundings.random(), server);
            Calibration first = calibrator.measure(load);
            say(first);
            return within(first, plan.limits()) ? first : again(calibrator, load);
        } catch (IllegalStateException e) {
            throw CommandException.infrastructure(e.getMessage() + "; --no-calibrate goes without", e);
        }
    }

    private Calibration again(Calibrator calibrator, CalibrationLoad load) throws InterruptedException {
        Calibration second = calibrator.measure(load);
        say(second);
        return second;
    }

    private static boolean within(Calibration calibration, Limits limits) {
        return calibration
                .reasons(limits.calibrationTtftP99(), limits.calibrationItlP99())
                .isEmpty();
    }

    private void say(Calibration calibration) {
        surroundings.terminal().say("  client    " + CalibrationWords.inShort(calibration));
    }
}
