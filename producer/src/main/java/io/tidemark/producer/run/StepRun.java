package io.tidemark.producer.run;

import io.netty.channel.EventLoop;
import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.workload.Workload;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;

/** One step of a run: begins it, waits for its end, and says how it goes meanwhile. */
final class StepRun {
    private static final long LEAD_NANOS = 20_000_000;
    private static final long REPORT_EVERY_NANOS = 1_000_000_000;
    private static final long LOOK_EVERY_NANOS = 5_000_000;

    private final Stage stage;
    private final int step;
    private final StepPlan plan;
    private final LoadDriver driver;
    private final Dispatcher.Supply supply;
    private volatile boolean cancelled;

    StepRun(Stage stage, int step, StepSeeds.Generators random) {
        this.stage = stage;
        this.step = step;
        this.plan = stage.spec().plan().steps().get(step);
        this.driver = LoadDrivers.of(stage.spec().plan(), plan, random.arrivals());
        Workload workload = stage.prompts().step(step);
        this.supply = Dispatcher.Supply.of(driver, new TurnMaker(stage.spec(), workload));
    }

    /** What the steps of a run share. */
    record Stage(RunSpec spec, RunParts parts, Lane lane, EventLoop loop, ControlStates control, RunPrompts prompts) {
        /** Asks the lane on its own thread. */
        <T> T onLoop(Callable<T> question) throws InterruptedException {
            try {
                return loop.submit(question).get();
            } catch (ExecutionException e) {
                throw new IllegalStateException("the lane failed", e.getCause());
            }
        }

        long nanos() {
            return parts.clocks().elapsed().nanos();
        }
    }

    void cancel() {
        cancelled = true;
    }

    StepSummary execute() throws InterruptedException {
        CacheWatch caches = new CacheWatch(
                stage.spec().plan().workloadOptions(), stage.parts().aids().control());
        CacheWatch.Before before = caches.beforeStep();
        supply.makeReady();
        long startNanos = stage.nanos() + LEAD_NANOS;
        StepBounds bounds = new StepBounds(plan, startNanos);
        StepLoad load = new StepLoad(
                new StepLoad.Frame(stage.spec(), step, driver, bounds),
                supply.turns(),
                stage.lane(),
                stage.lane().inTurn(stage.loop()));
        StepTally tally =
                new StepTally(bounds, driver, stage.spec().plan().limits().scheduleLagP99());
        ControlStates.StepFrame frame = stage.onLoop(() -> {
            stage.parts().watch().stepStarts(step, startNanos);
            stage.lane().beginStep(load, tally);
            return new ControlStates.StepFrame(step, plan, stage.lane().anchor());
        });
        stage.parts().publisher().publish(stage.control().stepStarted(frame, ControlStates.StepMoments.of(bounds)));
        StepReports reports = new StepReports(stage, step, tally);
        drive(load, reports);
        StepSummary summary = stage.onLoop(reports::summary).with(caches.afterStep(before, tally.cacheTokens()));
        ControlStates.StepMoments moments = stage.onLoop(() -> ControlStates.StepMoments.ended(bounds, stage.nanos()));
        reports.report();
        stage.parts().publisher().publish(stage.control().stepEnded(frame, moments, summary));
        return summary;
    }

    /** Until all that began is over, the drain's time is up, or the run is cancelled. */
    private void drive(StepLoad load, StepReports reports) throws InterruptedException {
        Dispatcher dispatcher = new Dispatcher(
                supply,
                load,
                stage.lane().inTurn(stage.loop()),
                stage.parts().clocks().elapsed());
        Thread thread = new Thread(dispatcher, "tidemark-schedule");
        thread.setDaemon(true);
        thread.start();
        long nextReport = load.bounds().startNanos() + REPORT_EVERY_NANOS;
        long giveUpNanos = Long.MAX_VALUE;
        while (thread.isAlive() && !cancelled && stage.nanos() < giveUpNanos && !stage.onLoop(load::isOver)) {
            if (giveUpNanos == Long.MAX_VALUE && stage.onLoop(() -> load.isFullyBegun(stage.nanos()))) {
                giveUpNanos =
                        stage.nanos() + stage.spec().plan().limits().drain().toNanos();
            }
            LockSupport.parkNanos(LOOK_EVERY_NANOS);
            if (stage.nanos() >= nextReport) {
                reports.report();
                nextReport = stage.nanos() + REPORT_EVERY_NANOS;
            }
        }
        dispatcher.stop();
        thread.join();
        stage.onLoop(() -> {
            stage.lane().giveUp();
            return true;
        });
        while (!stage.onLoop(stage.lane()::isQuiet)) {
            LockSupport.parkNanos(LOOK_EVERY_NANOS);
        }
        if (dispatcher.hasFailed()) {
            throw new IllegalStateException("step " + step + " could not be sent to its end; see the log");
        }
    }
}
