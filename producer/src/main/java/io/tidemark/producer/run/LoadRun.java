package io.tidemark.producer.run;

import io.tidemark.events.RunStatus;
import io.tidemark.producer.client.ClientOptions;
import io.tidemark.producer.client.TargetEndpoint;
import io.tidemark.producer.conversation.RunPrompts;
import io.tidemark.producer.conversation.StepSeeds;
import io.tidemark.producer.lane.HeartbeatCounts;
import io.tidemark.producer.lane.Lane;
import io.tidemark.producer.plan.LoadLimits;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.runtime.EventQueue;
import io.tidemark.producer.runtime.LaneHungException;
import io.tidemark.producer.runtime.LaneRuntime;
import io.tidemark.producer.runtime.PeriodicTask;
import io.tidemark.producer.runtime.PeriodicTasks;
import io.tidemark.producer.runtime.RunSpec;
import io.tidemark.producer.scrape.FlagCheck;
import io.tidemark.producer.tally.StepSummary;
import io.tidemark.producer.tally.TargetFailure;
import io.tidemark.producer.validity.RunValidity;
import io.tidemark.schemas.time.NanoClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes a plan for one phase against its targets. The steps follow each other, each after the requests of the one before
 * have ended, so that they do not mix.
 */
public final class LoadRun {
    private static final Logger LOG = LoggerFactory.getLogger(LoadRun.class);
    private static final Duration FLUSH = Duration.ofMillis(50);
    private static final Duration BEAT = Duration.ofSeconds(1);
    private static final long LOOK_EVERY_NANOS = 50_000_000;

    private final RunSpec spec;
    private final RunDependencies parts;
    private final RunPrompts prompts;
    private volatile boolean cancelled;
    private volatile Optional<String> stopReason = Optional.empty();
    private volatile Optional<StepRun> current = Optional.empty();

    /**
     * Prepares a run.
     *
     * @throws IllegalArgumentException naming file and line of a prompt or trace row that is not as it should be
     */
    public LoadRun(RunSpec spec, RunDependencies parts) {
        this(
                spec,
                parts,
                RunPrompts.open(spec.plan(), spec.runId(), parts.target().lengths()));
    }

    /** Prepares a run whose prompts are open already. */
    public LoadRun(RunSpec spec, RunDependencies parts, RunPrompts prompts) {
        this.spec = spec;
        this.parts = parts;
        this.prompts = prompts;
    }

    /** Ends the run soon, from any thread: nothing more is sent, what is in flight is given up, all events are handed over. */
    public void cancel() {
        cancelled = true;
        parts.workers().stop();
        current.ifPresent(StepRun::cancel);
    }

    /** Cancels it; its stored end says who has it stopped, and why. From any thread. */
    public void stop(String reason) {
        stopReason = Optional.of(reason);
        cancel();
    }

    /** Runs to the end; returns when every event has been handed to the publisher and flushed. */
    public RunOutcome execute() throws InterruptedException {
        if (spec.plan().warmUpClient()
                && parts.environment().needsWarmUp()
                && parts.calibration().isEmpty()) {
            new ClientWarmUp(spec, parts.clocks(), parts.listener()).execute();
        }
        EventQueue queue = parts.environment().eventQueue(parts.queueCapacity(), parts.publisher());
        Plan plan = spec.plan();
        ClientOptions options = new ClientOptions(
                plan.timeouts(), plan.request(), plan.connection(), plan.retries(), spec.credentials(), keepsText());
        List<StepSummary> summaries = new ArrayList<>();
        Optional<TargetFailure> targetFailure;
        Optional<String> workFailure;
        ControlEventFactory control = publishRunStart();
        queue.start();
        try (LaneRuntime runtime = parts.environment().open(endpoints(), options)) {
            Lane lane = new Lane(
                    spec,
                    runtime.client(),
                    new Lane.Parts(
                            parts.clocks(),
                            queue,
                            parts.requestObserver(),
                            parts.workers().share()));
            StepRun.RunContext context = new StepRun.RunContext(
                    spec,
                    parts,
                    lane,
                    runtime,
                    control,
                    prompts,
                    new PeriodicTasks(
                            periodicTasks(runtime, lane),
                            List.of(runtime::failure, runtime.client()::failure, queue::failure)),
                    new OtherClientsDetector(spec.plan(), mostPages()));
            targetFailure = load(context, summaries);
            workFailure = context.periodicTasks().failure();
            parts.listener().loadEnded();
        } catch (InterruptedException e) {
            abort(control, "the run was interrupted" + (e.getMessage() == null ? "" : ": " + e.getMessage()));
            throw e;
        } catch (RuntimeException e) {
            abort(control, String.valueOf(e.getMessage()));
            throw e;
        } finally {
            queue.finish();
            parts.publisher().flush();
        }
        return conclude(control, summaries, new Failures(targetFailure, workFailure, queue.overflow()));
    }

    /** Sends it all, and reports what is wrong with the target. Where the lane hangs nothing more is asked of it: the run ends, and says why. */
    private Optional<TargetFailure> load(StepRun.RunContext context, List<StepSummary> summaries)
            throws InterruptedException {
        try {
            sendFirstRequest(context);
            runSteps(context, summaries);
            context.periodicTasks().cancel();
            publishLastHeartbeat(context);
            endWithOthers(context);
            return context.callOnLoop(context.lane().health()::failure)
                    .filter(failure -> isOfAll(summaries, context.lane()));
        } catch (LaneHungException e) {
            LOG.error("the run ends: {}", e.getMessage());
            context.periodicTasks().cancel();
            endWithOthers(context);
            return Optional.empty();
        }
    }

    private void endWithOthers(StepRun.RunContext context) throws InterruptedException {
        announceEarlyEnd(context);
        parts.workers().finish();
    }

    private List<TargetEndpoint> endpoints() {
        return spec.targets().plans().stream().map(TargetEndpoint::of).toList();
    }

    /** Of those of one target: a request passes the servers of no other. */
    private int mostPages() {
        return spec.targets().plans().stream()
                .mapToInt(target -> target.scrapeUrls().size())
                .max()
                .orElse(0);
    }

    private void abort(ControlEventFactory control, String reason) {
        Instant failed = parts.clocks().wall().instant();
        parts.publishIfLeader(control.runEnded(
                new ControlEventFactory.RunEnd(
                        failed, RunStatus.ABORTED, List.of(reason), Optional.empty(), stopReason),
                parts.publisher().deliveryStats()));
    }

    private boolean keepsText() {
        return spec.recordText() || parts.requestObserver().wantsText();
    }

    private ControlEventFactory publishRunStart() throws InterruptedException {
        ControlEventFactory control =
                new ControlEventFactory(spec, parts.clocks().wall().instant(), parts, prompts);
        parts.listener().promptsPrepared(prompts);
        if (parts.workers().share().isLeader() && !spec.phase().flags().isEmpty()) {
            FlagCheck flags = FlagCheck.check(
                    spec.phase().flags(), parts.target().control().reportedConfig());
            control.flagsChecked(flags);
            parts.listener().flagsChecked(flags);
        }
        parts.publishIfLeader(control.runStarted());
        spec.plan().objectives().forEach(objective -> parts.publishIfLeader(control.objective(objective)));
        return control;
    }

    /** Sent alone, if the plan wants that and anything is to be sent at all. */
    private void sendFirstRequest(StepRun.RunContext context) throws InterruptedException {
        if (!spec.plan().firstRequest() || !parts.workers().share().isLeader() || !mayContinue(0)) {
            return;
        }
        FirstRequestResult answer = new FirstRequest(context).execute(0, () -> cancelled);
        for (int target = 1; target < spec.targets().all().size() && !cancelled; target++) {
            answer = answer.orSlower(new FirstRequest(context).execute(target, () -> cancelled));
        }
        context.control().setFirstRequestResult(answer);
        parts.publisher().publish(context.control().runStarted());
        parts.listener().firstRequestEnded(answer);
    }

    private void runSteps(StepRun.RunContext context, List<StepSummary> summaries) throws InterruptedException {
        StepSeeds seeds = new StepSeeds(spec);
        for (int step = 0; mayContinue(step) && context.mayContinue(); step++) {
            StepRun run = new StepRun(context, step, seeds.next());
            current = Optional.of(run);
            if (cancelled) {
                run.cancel();
            }
            Optional<StepSummary> summary = run.execute();
            summary.ifPresent(summaries::add);
            summary.ifPresent(parts.listener()::stepEnded);
            if (context.mayContinue()) {
                pauseBefore(context, step + 1);
            }
        }
    }

    /** Where the heartbeats have died the last one may fail too: the run ends all the same, and says why. */
    private static void publishLastHeartbeat(StepRun.RunContext context) throws InterruptedException {
        boolean died = context.periodicTasks().failure().isPresent();
        try {
            context.callOnLoop(() -> {
                context.lane().publishHeartbeat(HeartbeatCounts.Closing.LAST);
                return true;
            });
        } catch (IllegalStateException e) {
            if (!died) {
                throw e;
            }
            LOG.warn("the lane's last heartbeat could not be made either", e);
        }
    }

    /** Lanes that wait for a step learn that it does not come. */
    private void announceEarlyEnd(StepRun.RunContext context) {
        if (!parts.workers().share().isWhole()
                && (cancelled || !context.mayContinue() || !calibrationReasons().isEmpty())) {
            RunStatus status = cancelled || context.isRefused() ? RunStatus.ABORTED : RunStatus.INVALID;
            parts.publishIfLeader(
                    context.control().runStops(parts.clocks().wall().instant(), status));
        }
    }

    /** The pause that the next step asks for, without load. */
    private void pauseBefore(StepRun.RunContext context, int nextStep) throws InterruptedException {
        if (!mayContinue(nextStep) || !parts.workers().share().isLeader()) {
            return;
        }
        NanoClock clock = parts.clocks().elapsed();
        long untilNanos =
                clock.nanos() + spec.plan().steps().get(nextStep).idle().toNanos();
        while (!cancelled && context.mayContinue() && clock.nanos() < untilNanos) {
            if (Thread.interrupted()) {
                throw new InterruptedException("a pause between steps was interrupted");
            }
            context.runtime().sleep(Math.min(LOOK_EVERY_NANOS, untilNanos - clock.nanos()));
        }
    }

    /** Nothing is sent by a client that is known to distort what it measures. */
    private boolean mayContinue(int step) {
        return step < spec.plan().steps().size()
                && !cancelled
                && parts.workers().mayContinue()
                && calibrationReasons().isEmpty();
    }

    private List<String> calibrationReasons() {
        LoadLimits limits = spec.plan().limits();
        return parts.calibration()
                .map(done -> done.invalidReasons(limits.calibrationTtftP99(), limits.calibrationItlP99()))
                .orElse(List.of());
    }

    private static List<PeriodicTask> periodicTasks(LaneRuntime runtime, Lane lane) {
        return List.of(
                runtime.scheduleAtFixedRate("the hand-over of token batches", FLUSH, FLUSH, lane::flushDue),
                runtime.scheduleAtFixedRate(
                        "the lane's heartbeats",
                        Duration.ZERO,
                        BEAT,
                        () -> lane.publishHeartbeat(HeartbeatCounts.Closing.MORE_FOLLOW)));
    }

    /** What went wrong besides single requests: with the target, with work that the run repeats, and events lost in our own queue. */
    private record Failures(Optional<TargetFailure> target, Optional<String> work, long overflow) {}

    /** What one lane of several saw is reported of the run only if the others had no answer either. */
    private boolean isOfAll(List<StepSummary> summaries, Lane lane) {
        return parts.workers().share().isWhole()
                || lane.health().refuses()
                || summaries.stream().allMatch(step -> step.counts().ok() == 0);
    }

    private RunOutcome conclude(ControlEventFactory control, List<StepSummary> summaries, Failures failures) {
        long overflow = failures.overflow();
        Optional<TargetFailure> targetFailure = failures.target();
        long lost = parts.publisher().lost();
        List<String> reasons = new ArrayList<>(calibrationReasons());
        reasons.addAll(parts.workers().invalidReasons());
        failures.work().ifPresent(reasons::add);
        reasons.addAll(RunValidity.invalidReasons(
                summaries,
                spec.plan().limits(),
                new RunValidity.EventLosses(overflow, lost, parts.publisher().lossReason())));
        RunStatus status = status(reasons, targetFailure);
        Instant ended = parts.clocks().wall().instant();
        parts.publishIfLeader(control.runEnded(
                new ControlEventFactory.RunEnd(
                        ended, status, reasons, targetFailure.map(TargetFailure::description), stopReason),
                parts.publisher().deliveryStats().plusLost(overflow)));
        parts.publisher().flush();
        return new RunOutcome(
                spec.runId(), status, reasons, stepReasons(summaries), summaries, targetFailure, overflow, lost);
    }

    private List<String> stepReasons(List<StepSummary> summaries) {
        return summaries.stream()
                .flatMap(step -> RunValidity.invalidReasons(step, spec.plan().limits()).stream())
                .toList();
    }

    private RunStatus status(List<String> reasons, Optional<TargetFailure> targetFailure) {
        if (cancelled || targetFailure.filter(TargetFailure::stoppedTheRun).isPresent()) {
            return RunStatus.ABORTED;
        }
        return reasons.isEmpty() ? RunStatus.ENDED : RunStatus.INVALID;
    }
}
