package io.tidemark.producer.run;

import io.tidemark.events.LaneStepEnd;
import io.tidemark.events.RunStatus;
import io.tidemark.producer.conversation.LaneWorkload;
import io.tidemark.producer.conversation.PreparedTurnFactory;
import io.tidemark.producer.conversation.RunPrompts;
import io.tidemark.producer.conversation.StepSeeds;
import io.tidemark.producer.conversation.TargetAssignment;
import io.tidemark.producer.lane.ConversationScheduler;
import io.tidemark.producer.lane.Lane;
import io.tidemark.producer.lane.RequestDispatcher;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.runtime.LaneRuntime;
import io.tidemark.producer.runtime.PeriodicTasks;
import io.tidemark.producer.runtime.PollTaskHandle;
import io.tidemark.producer.runtime.RunSpec;
import io.tidemark.producer.schedule.LoadDriver;
import io.tidemark.producer.schedule.LoadDrivers;
import io.tidemark.producer.schedule.StepBounds;
import io.tidemark.producer.schedule.StepShare;
import io.tidemark.producer.scrape.TargetControl.TargetCounters;
import io.tidemark.producer.tally.StepCounts;
import io.tidemark.producer.tally.StepSummary;
import io.tidemark.producer.tally.StepTally;
import io.tidemark.producer.workers.WorkerGroup;
import io.tidemark.producer.workers.WorkerShare;
import io.tidemark.producer.workload.Workload;
import io.tidemark.schemas.StepNumber;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/** One step of a run: begins it, waits for its end, and says how it goes meanwhile. */
final class StepRun {
    private static final long LEAD_NANOS = 20_000_000;
    private static final long REPORT_EVERY_NANOS = 1_000_000_000;
    private static final long LOOK_EVERY_NANOS = 5_000_000;

    private final RunContext context;
    private final int step;
    private final StepPlan plan;
    private final StepShare share;
    private final LoadDriver driver;
    private final RequestDispatcher.TurnSupply supply;
    private volatile boolean cancelled;

    StepRun(RunContext stage, int step, StepSeeds.Generators random) {
        this.context = stage;
        this.step = step;
        this.plan = stage.spec().plan().steps().get(step);
        WorkerShare lane = stage.parts().workers().share();
        Plan whole = stage.spec().plan();
        this.share = StepShare.of(whole, plan, lane, () -> stage.prompts().arrivals(step));
        this.driver = LoadDrivers.of(whole, plan, lane, random.arrivals());
        Workload workload = new LaneWorkload(stage.prompts().step(step), lane);
        this.supply = RequestDispatcher.TurnSupply.of(
                driver, new PreparedTurnFactory(stage.spec(), workload, TargetAssignment.of(stage.spec(), lane)));
    }

    /** What the steps of a run share. */
    record RunContext(
            RunSpec spec,
            RunDependencies parts,
            Lane lane,
            LaneRuntime runtime,
            ControlEventFactory control,
            RunPrompts prompts,
            PeriodicTasks periodicTasks,
            OtherClientsDetector otherClients) {
        /** Asks the lane on its own thread. */
        <T> T callOnLoop(Callable<T> question) throws InterruptedException {
            return runtime.callOnLoop(question);
        }

        /** Whether the lane that leads found that the target refuses every request for good. */
        boolean isRefused() {
            return lane.health().refuses() && parts.workers().share().isLeader();
        }

        boolean mayContinue() {
            return parts.workers().mayContinue()
                    && !isRefused()
                    && periodicTasks.failure().isEmpty();
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
        PrefixCacheCheck caches = new PrefixCacheCheck(
                context.spec().plan().workloadOptions(),
                context.parts().target().control());
        PrefixCacheCheck.Baseline before = caches.beforeStep();
        supply.prepare();
        openAhead();
        OptionalLong begins = begin();
        if (begins.isEmpty()) {
            return Optional.empty();
        }
        long startNanos = begins.getAsLong();
        StepBounds bounds = new StepBounds(share, startNanos);
        ConversationScheduler load = new ConversationScheduler(
                new ConversationScheduler.StepContext(context.spec(), step, driver, bounds),
                supply.turns(),
                context.lane(),
                context.lane().sendExecutor(context.runtime().loop()));
        StepTally tally = new StepTally(
                bounds,
                driver,
                context.spec().plan().limits().scheduleLagP99(),
                context.spec().targets().weights());
        ControlEventFactory.StepFrame frame = context.callOnLoop(() -> {
            context.parts().requestObserver().stepStarted(step, startNanos);
            context.lane().beginStep(load, tally);
            return new ControlEventFactory.StepFrame(step, plan, context.lane().anchor());
        });
        context.parts()
                .publishIfLeader(context.control().stepStarted(frame, ControlEventFactory.StepMoments.of(bounds)));
        StepProgressReporter reports = new StepProgressReporter(context, step, tally);
        drive(load, reports);
        StepSummary own = context.callOnLoop(reports::summary).withCache(caches.afterStep(before, tally.cacheTokens()));
        MergedStep sent = mergeWorkers(own, tally);
        ControlEventFactory.StepMoments moments = context.callOnLoop(() ->
                ControlEventFactory.StepMoments.ended(bounds, startNanos + sent.measureUntilNanos(), context.nanos()));
        reports.report();
        MergedStep all = sent.withFlags(detectOtherClients(before, sent));
        context.parts().publishIfLeader(context.control().stepEnded(frame, moments, all));
        return Optional.of(all.summary());
    }

    /** Asked once all lanes are done, and not at all where the server did not say before or one lane did not report what it sent. */
    private List<String> detectOtherClients(PrefixCacheCheck.Baseline before, MergedStep sent)
            throws InterruptedException {
        if (before.counters().isEmpty() || !mayContinue()) {
            return List.of();
        }
        Optional<TargetCounters> after = context.parts().target().control().counters();
        StepCounts counts = sent.summary().counts();
        return Stream.of(
                        context.otherClients().detect(before.counters(), after, counts.sent()),
                        OtherClientsDetector.detectPart(before.counters(), after, counts.ok()))
                .flatMap(Optional::stream)
                .toList();
    }

    private void openAhead() throws InterruptedException {
        int limit = context.parts()
                .workers()
                .share()
                .part(context.spec().plan().limits().inFlight());
        int connections = supply.atOnce(driver, limit);
        context.callOnLoop(() -> {
            context.lane().openAhead(connections);
            return true;
        });
        while (mayContinue() && context.callOnLoop(context.lane()::isConnecting)) {
            context.runtime().sleep(LOOK_EVERY_NANOS);
        }
    }

    private OptionalLong begin() throws InterruptedException {
        WorkerGroup group = context.parts().workers();
        if (!group.share().isWhole()) {
            context.callOnLoop(() -> {
                context.lane().ready(step);
                return true;
            });
        }
        return group.beginStep(step, LEAD_NANOS);
    }

    private MergedStep mergeWorkers(StepSummary own, StepTally tally) throws InterruptedException {
        WorkerGroup group = context.parts().workers();
        LaneStepEnd end = context.callOnLoop(() -> tally.laneStepEnd()
                .setStep(step)
                .setGivenUp(!mayContinue())
                .setFlags(own.flags())
                .setDoubts(own.doubts())
                .setClientError(own.clientError().orElse(""))
                .build());
        if (group.share().isWhole()) {
            return MergedStep.ofSingleWorker(context.spec().lane(), own, end);
        }
        if (end.getGivenUp()) {
            context.parts()
                    .publishIfLeader(context.control()
                            .runStops(context.parts().clocks().wall().instant(), stopStatus()));
        }
        context.callOnLoop(() -> {
            context.lane().ended(end);
            return true;
        });
        Map<String, LaneStepEnd> ends = group.endStep(end);
        return MergedStep.ofWorkers(new StepSummaryMerger(plan, ends), own, ends);
    }

    private RunStatus stopStatus() {
        return cancelled || context.isRefused() ? RunStatus.ABORTED : RunStatus.INVALID;
    }

    private boolean mayContinue() {
        return !cancelled && context.mayContinue();
    }

    /** One lane among several knows too little to end a step for all. */
    private void endEarly(ConversationScheduler load, StepProgressReporter reports) throws InterruptedException {
        Optional<String> why = reports.earlyStopReason();
        if (why.isPresent() && context.parts().workers().share().isWhole()) {
            context.callOnLoop(() -> {
                load.bounds().endAt(context.nanos());
                return true;
            });
        }
    }

    /** Until all that began is over, the drain's time is up, or the run is cancelled. The loop is not asked more often than it reports. */
    private void drive(ConversationScheduler load, StepProgressReporter reports) throws InterruptedException {
        RequestDispatcher dispatcher = new RequestDispatcher(
                supply,
                load,
                context.lane().sendExecutor(context.runtime().loop()),
                context.parts().clocks().elapsed());
        PollTaskHandle rounding = context.runtime().startPolling(dispatcher);
        try {
            awaitEnd(load, reports, rounding);
            cancelRest();
        } finally {
            rounding.stop();
        }
        if (rounding.hasFailed()) {
            throw new IllegalStateException(
                    "step " + StepNumber.of(step) + " could not be sent to its end; see the log");
        }
        while (!context.callOnLoop(() -> context.lane().isIdle() && !load.isAwaitingTurns())) {
            dispatcher.prepareAwaitedTurns();
            context.runtime().sleep(LOOK_EVERY_NANOS);
        }
    }

    private void awaitEnd(ConversationScheduler load, StepProgressReporter reports, PollTaskHandle rounding)
            throws InterruptedException {
        long nextReport = load.bounds().startNanos() + REPORT_EVERY_NANOS;
        long giveUpNanos = Long.MAX_VALUE;
        while (rounding.isAlive() && mayContinue() && context.nanos() < giveUpNanos && !load.isOver(context.nanos())) {
            if (giveUpNanos == Long.MAX_VALUE && load.isFullyBegun(context.nanos())) {
                giveUpNanos =
                        context.nanos() + context.spec().plan().limits().drain().toNanos();
            }
            context.runtime().sleep(LOOK_EVERY_NANOS);
            if (context.nanos() >= nextReport) {
                reports.report();
                endEarly(load, reports);
                nextReport = context.nanos() + REPORT_EVERY_NANOS;
            }
        }
    }

    /** Before the last round: what an end makes due until now is in it, and nothing is made due by an end after it. */
    private void cancelRest() throws InterruptedException {
        boolean runStops = !mayContinue();
        context.callOnLoop(() -> {
            if (runStops) {
                context.lane().stopMeasuring();
            }
            context.lane().cancel();
            return true;
        });
    }
}
