package io.tidemark.producer.run;

import io.tidemark.events.LaneStepEnd;
import io.tidemark.events.RunStatus;
import io.tidemark.producer.lanes.Crew;
import io.tidemark.producer.lanes.Share;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.scrape.TargetControl.Counted;
import io.tidemark.producer.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;

/** One step of a run: begins it, waits for its end, and says how it goes meanwhile. */
final class StepRun {
    private static final long LEAD_NANOS = 20_000_000;
    private static final long REPORT_EVERY_NANOS = 1_000_000_000;
    private static final long LOOK_EVERY_NANOS = 5_000_000;

    private final Stage stage;
    private final int step;
    private final StepPlan plan;
    private final StepShare share;
    private final LoadDriver driver;
    private final Dispatcher.Supply supply;
    private volatile boolean cancelled;

    StepRun(Stage stage, int step, StepSeeds.Generators random) {
        this.stage = stage;
        this.step = step;
        this.plan = stage.spec().plan().steps().get(step);
        Share lane = stage.parts().crew().share();
        Plan whole = stage.spec().plan();
        this.share = StepShare.of(whole, plan, lane, () -> stage.prompts().arrivals(step));
        this.driver = LoadDrivers.of(whole, plan, lane, random.arrivals());
        Workload workload = new SharedWorkload(stage.prompts().step(step), lane);
        this.supply = Dispatcher.Supply.of(driver, new TurnMaker(stage.spec(), workload));
    }

    /** What the steps of a run share. */
    record Stage(
            RunSpec spec,
            RunParts parts,
            Lane lane,
            Site site,
            ControlStates control,
            RunPrompts prompts,
            PeriodicWork work,
            OtherClients others) {
        /** Asks the lane on its own thread. */
        <T> T onLoop(Callable<T> question) throws InterruptedException {
            return site.onLoop(question);
        }

        /** Whether the lane that leads found that the target refuses every request for good. */
        boolean refused() {
            return lane.health().refuses() && parts.crew().share().leads();
        }

        boolean goesOn() {
            return parts.crew().goesOn() && !refused() && work.failure().isEmpty();
        }

        long nanos() {
            return parts.clocks().elapsed().nanos();
        }
    }

    void cancel() {
        cancelled = true;
    }

    /** Empty if it never began, because the run does not go on. */
    Optional<StepSummary> execute() throws InterruptedException {
        CacheWatch caches = new CacheWatch(
                stage.spec().plan().workloadOptions(), stage.parts().aids().control());
        CacheWatch.Before before = caches.beforeStep();
        supply.makeReady();
        openAhead();
        OptionalLong begins = begin();
        if (begins.isEmpty()) {
            return Optional.empty();
        }
        long startNanos = begins.getAsLong();
        StepBounds bounds = new StepBounds(share, startNanos);
        StepLoad load = new StepLoad(
                new StepLoad.Frame(stage.spec(), step, driver, bounds),
                supply.turns(),
                stage.lane(),
                stage.lane().inTurn(stage.site().loop()));
        StepTally tally =
                new StepTally(bounds, driver, stage.spec().plan().limits().scheduleLagP99());
        ControlStates.StepFrame frame = stage.onLoop(() -> {
            stage.parts().watch().stepStarts(step, startNanos);
            stage.lane().beginStep(load, tally);
            return new ControlStates.StepFrame(step, plan, stage.lane().anchor());
        });
        stage.parts().tell(stage.control().stepStarted(frame, ControlStates.StepMoments.of(bounds)));
        StepReports reports = new StepReports(stage, step, tally);
        drive(load, reports);
        StepSummary own = stage.onLoop(reports::summary).with(caches.afterStep(before, tally.cacheTokens()));
        StepOfLanes sent = together(own, tally);
        ControlStates.StepMoments moments = stage.onLoop(
                () -> ControlStates.StepMoments.ended(bounds, startNanos + sent.measureUntilNanos(), stage.nanos()));
        reports.report();
        StepOfLanes all = sent.with(others(before, sent));
        stage.parts().tell(stage.control().stepEnded(frame, moments, all));
        return Optional.of(all.summary());
    }

    /** Asked once all lanes are done, and not at all where the server did not say before or one lane did not tell what it sent. */
    private List<String> others(CacheWatch.Before before, StepOfLanes sent) throws InterruptedException {
        if (before.counted().isEmpty() || !goesOn()) {
            return List.of();
        }
        Optional<Counted> after = stage.parts().aids().control().counted();
        long requests = sent.summary().counts().sent();
        return stage.others().during(before.counted(), after, requests).stream().toList();
    }

    private void openAhead() throws InterruptedException {
        int limit =
                stage.parts().crew().share().part(stage.spec().plan().limits().inFlight());
        int connections = supply.atOnce(driver, limit);
        stage.onLoop(() -> {
            stage.lane().openAhead(connections);
            return true;
        });
        while (goesOn() && stage.onLoop(stage.lane()::isOpening)) {
            stage.site().rest(LOOK_EVERY_NANOS);
        }
    }

    private OptionalLong begin() throws InterruptedException {
        Crew crew = stage.parts().crew();
        if (!crew.share().isWhole()) {
            stage.onLoop(() -> {
                stage.lane().ready(step);
                return true;
            });
        }
        return crew.begin(step, LEAD_NANOS);
    }

    private StepOfLanes together(StepSummary own, StepTally tally) throws InterruptedException {
        Crew crew = stage.parts().crew();
        LaneStepEnd end = stage.onLoop(() -> tally.end()
                .setStep(step)
                .setGivenUp(!goesOn())
                .setFlags(own.flags())
                .setClientError(own.clientError().orElse(""))
                .build());
        if (crew.share().isWhole()) {
            return StepOfLanes.alone(stage.spec().lane(), own, end);
        }
        if (end.getGivenUp()) {
            stage.parts()
                    .tell(stage.control().runStops(stage.parts().clocks().wall().instant(), stops()));
        }
        stage.onLoop(() -> {
            stage.lane().ended(end);
            return true;
        });
        Map<String, LaneStepEnd> ends = crew.end(end);
        return StepOfLanes.together(new CrewSummary(plan, ends), own, ends);
    }

    private RunStatus stops() {
        return cancelled || stage.refused() ? RunStatus.ABORTED : RunStatus.INVALID;
    }

    private boolean goesOn() {
        return !cancelled && stage.goesOn();
    }

    /** One lane among several knows too little to end a step for all. */
    private void endIfSeenEnough(StepLoad load, StepReports reports) throws InterruptedException {
        Optional<String> why = reports.seenEnough();
        if (why.isPresent() && stage.parts().crew().share().isWhole()) {
            stage.onLoop(() -> {
                load.bounds().endAt(stage.nanos());
                return true;
            });
        }
    }

    /** Until all that began is over, the drain's time is up, or the run is cancelled. */
    private void drive(StepLoad load, StepReports reports) throws InterruptedException {
        Dispatcher dispatcher = new Dispatcher(
                supply,
                load,
                stage.lane().inTurn(stage.site().loop()),
                stage.parts().clocks().elapsed());
        Rounding rounding = stage.site().start(dispatcher);
        long nextReport = load.bounds().startNanos() + REPORT_EVERY_NANOS;
        long giveUpNanos = Long.MAX_VALUE;
        while (rounding.isAlive()
                && goesOn()
                && stage.nanos() < giveUpNanos
                && !stage.onLoop(() -> load.isOver(stage.nanos()))) {
            if (giveUpNanos == Long.MAX_VALUE && stage.onLoop(() -> load.isFullyBegun(stage.nanos()))) {
                giveUpNanos =
                        stage.nanos() + stage.spec().plan().limits().drain().toNanos();
            }
            stage.site().rest(LOOK_EVERY_NANOS);
            if (stage.nanos() >= nextReport) {
                reports.report();
                endIfSeenEnough(load, reports);
                nextReport = stage.nanos() + REPORT_EVERY_NANOS;
            }
        }
        // Before the last round: what an end makes due until now is in it, and nothing is made due by an end after it.
        boolean runStops = !goesOn();
        stage.onLoop(() -> {
            if (runStops) {
                stage.lane().stopMeasuring();
            }
            stage.lane().giveUp();
            return true;
        });
        rounding.end();
        if (rounding.hasFailed()) {
            throw new IllegalStateException("step " + (step + 1) + " could not be sent to its end; see the log");
        }
        while (!stage.onLoop(() -> stage.lane().isQuiet() && !load.isStarving())) {
            dispatcher.makeOwedReady();
            stage.site().rest(LOOK_EVERY_NANOS);
        }
    }
}
