package io.tidemark.producer.run;

import io.tidemark.events.RunStatus;
import io.tidemark.producer.client.ClientOptions;
import io.tidemark.producer.client.Endpoint;
import io.tidemark.producer.plan.Limits;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.scrape.DeclaredFlags;
import io.tidemark.schemas.time.NanoClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes a plan for one phase against one target. The steps follow each other, each after the requests of the one before
 * have ended, so that they do not mix.
 */
public final class LoadRun {
    private static final Logger LOG = LoggerFactory.getLogger(LoadRun.class);
    private static final Duration FLUSH = Duration.ofMillis(50);
    private static final Duration BEAT = Duration.ofSeconds(1);
    private static final long LOOK_EVERY_NANOS = 50_000_000;

    private final RunSpec spec;
    private final RunParts parts;
    private final RunPrompts prompts;
    private volatile boolean cancelled;
    private volatile Optional<StepRun> current = Optional.empty();

    /**
     * Prepares a run.
     *
     * @throws IllegalArgumentException naming file and line of a prompt or trace row that is not as it should be
     */
    public LoadRun(RunSpec spec, RunParts parts) {
        this(
                spec,
                parts,
                RunPrompts.open(spec.plan(), spec.runId(), parts.aids().lengths()));
    }

    /** Prepares a run whose prompts are open already. */
    public LoadRun(RunSpec spec, RunParts parts, RunPrompts prompts) {
        this.spec = spec;
        this.parts = parts;
        this.prompts = prompts;
    }

    /** Ends the run soon, from any thread: nothing more is sent, what is in flight is given up, all events are handed over. */
    public void cancel() {
        cancelled = true;
        parts.crew().stop();
        current.ifPresent(StepRun::cancel);
    }

    /** Runs to the end; returns when every event has been handed to the publisher and flushed. */
    public RunOutcome execute() throws InterruptedException {
        if (spec.plan().warmUpClient()
                && parts.venue().warmsUp()
                && parts.calibration().isEmpty()) {
            new ClientWarmUp(spec, parts.clocks()).execute();
        }
        Outlet queue = parts.venue().outlet(parts.queueCapacity(), parts.publisher());
        Plan plan = spec.plan();
        ClientOptions options = new ClientOptions(
                plan.timeouts(), plan.request(), plan.connection(), plan.retries(), spec.credentials(), keepsText());
        List<StepSummary> summaries = new ArrayList<>();
        Optional<TargetFailure> targetFailure;
        Optional<String> workFailure;
        ControlStates control = announce();
        queue.start();
        try (Site site = parts.venue().open(Endpoint.of(spec.target().url()), options)) {
            Lane lane = new Lane(
                    spec,
                    site.client(),
                    new Lane.Parts(
                            parts.clocks(), queue, parts.watch(), parts.crew().share()));
            StepRun.Stage stage = new StepRun.Stage(
                    spec,
                    parts,
                    lane,
                    site,
                    control,
                    prompts,
                    new PeriodicWork(ticks(site, lane), List.of(site.client()::failure, queue::failure)),
                    new OtherClients(spec.plan(), spec.target().scrapeUrls().size()));
            first(stage);
            runSteps(stage, summaries);
            workFailure = stage.work().failure();
            targetFailure = stage.onLoop(lane.health()::failure).filter(failure -> isOfAll(summaries, lane));
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

    private void abort(ControlStates control, String reason) {
        Instant failed = parts.clocks().wall().instant();
        parts.tell(control.runEnded(
                new ControlStates.RunEnd(failed, RunStatus.ABORTED, List.of(reason), Optional.empty()),
                parts.publisher().figures()));
    }

    private boolean keepsText() {
        return spec.recordText() || parts.watch().wantsText();
    }

    private ControlStates announce() throws InterruptedException {
        ControlStates control = new ControlStates(spec, parts.clocks().wall().instant(), parts, prompts);
        parts.listener().prepared(prompts);
        if (parts.crew().share().leads() && !spec.phase().flags().isEmpty()) {
            DeclaredFlags flags = DeclaredFlags.check(
                    spec.phase().flags(), parts.aids().control().told());
            control.flagsChecked(flags);
            parts.listener().flagsChecked(flags);
        }
        parts.tell(control.runStarted());
        spec.plan().objectives().forEach(objective -> parts.tell(control.objective(objective)));
        return control;
    }

    /** Sent alone, if the plan wants that and anything is to be sent at all. */
    private void first(StepRun.Stage stage) throws InterruptedException {
        if (!spec.plan().firstRequest() || !parts.crew().share().leads() || !goesOn(0)) {
            return;
        }
        FirstAnswer answer = new FirstRequest(stage).execute(() -> cancelled);
        stage.control().firstAnswer(answer);
        parts.publisher().publish(stage.control().runStarted());
        parts.listener().firstAnswer(answer);
    }

    private void runSteps(StepRun.Stage stage, List<StepSummary> summaries) throws InterruptedException {
        StepSeeds seeds = new StepSeeds(spec);
        for (int step = 0; goesOn(step) && stage.goesOn(); step++) {
            StepRun run = new StepRun(stage, step, seeds.next());
            current = Optional.of(run);
            if (cancelled) {
                run.cancel();
            }
            Optional<StepSummary> summary = run.execute();
            summary.ifPresent(summaries::add);
            summary.ifPresent(parts.listener()::stepEnded);
            if (stage.goesOn()) {
                rest(stage.site(), step + 1);
            }
        }
        stage.work().cancel();
        lastBeat(stage);
        tellOfEarlyEnd(stage);
        parts.crew().finish();
    }

    /** Where the heartbeats have died the last one may fail too: the run ends all the same, and says why. */
    private static void lastBeat(StepRun.Stage stage) throws InterruptedException {
        boolean died = stage.work().failure().isPresent();
        try {
            stage.onLoop(() -> {
                stage.lane().beat(HeartbeatCounts.Closing.LAST);
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
    private void tellOfEarlyEnd(StepRun.Stage stage) {
        if (!parts.crew().share().isWhole()
                && (cancelled || !stage.goesOn() || !calibrationReasons().isEmpty())) {
            RunStatus status = cancelled || stage.refused() ? RunStatus.ABORTED : RunStatus.INVALID;
            parts.tell(stage.control().runStops(parts.clocks().wall().instant(), status));
        }
    }

    /** The pause that the next step asks for, without load. */
    private void rest(Site site, int nextStep) throws InterruptedException {
        if (!goesOn(nextStep) || !parts.crew().share().leads()) {
            return;
        }
        NanoClock clock = parts.clocks().elapsed();
        long untilNanos =
                clock.nanos() + spec.plan().steps().get(nextStep).idle().toNanos();
        while (!cancelled && clock.nanos() < untilNanos) {
            if (Thread.interrupted()) {
                throw new InterruptedException("a pause between steps was interrupted");
            }
            site.rest(Math.min(LOOK_EVERY_NANOS, untilNanos - clock.nanos()));
        }
    }

    /** Nothing is sent by a client that is known to distort what it measures. */
    private boolean goesOn(int step) {
        return step < spec.plan().steps().size()
                && !cancelled
                && parts.crew().goesOn()
                && calibrationReasons().isEmpty();
    }

    private List<String> calibrationReasons() {
        Limits limits = spec.plan().limits();
        return parts.calibration()
                .map(done -> done.reasons(limits.calibrationTtftP99(), limits.calibrationItlP99()))
                .orElse(List.of());
    }

    private static List<Ticking> ticks(Site site, Lane lane) {
        return List.of(
                site.every("the hand-over of token batches", FLUSH, FLUSH, lane::flushDue),
                site.every(
                        "the lane's heartbeats",
                        Duration.ZERO,
                        BEAT,
                        () -> lane.beat(HeartbeatCounts.Closing.MORE_FOLLOW)));
    }

    /** What went wrong besides single requests: with the target, with work that the run repeats, and events lost in our own queue. */
    private record Failures(Optional<TargetFailure> target, Optional<String> work, long overflow) {}

    /** What one lane of several saw is said of the run only if the others had no answer either. */
    private boolean isOfAll(List<StepSummary> summaries, Lane lane) {
        return parts.crew().share().isWhole()
                || lane.health().refuses()
                || summaries.stream().allMatch(step -> step.counts().ok() == 0);
    }

    private RunOutcome conclude(ControlStates control, List<StepSummary> summaries, Failures failures) {
        long overflow = failures.overflow();
        Optional<TargetFailure> targetFailure = failures.target();
        long lost = parts.publisher().lost();
        List<String> reasons = new ArrayList<>(calibrationReasons());
        reasons.addAll(parts.crew().reasons());
        failures.work().ifPresent(reasons::add);
        reasons.addAll(Validity.reasons(
                summaries,
                spec.plan().limits(),
                new Validity.Losses(overflow, lost, parts.publisher().lossReason())));
        RunStatus status = status(reasons, targetFailure);
        Instant ended = parts.clocks().wall().instant();
        parts.tell(control.runEnded(
                new ControlStates.RunEnd(ended, status, reasons, targetFailure.map(TargetFailure::words)),
                parts.publisher().figures().plusLost(overflow)));
        parts.publisher().flush();
        return new RunOutcome(
                spec.runId(), status, reasons, stepReasons(summaries), summaries, targetFailure, overflow, lost);
    }

    private List<String> stepReasons(List<StepSummary> summaries) {
        return summaries.stream()
                .flatMap(step -> Validity.reasons(step, spec.plan().limits()).stream())
                .toList();
    }

    private RunStatus status(List<String> reasons, Optional<TargetFailure> targetFailure) {
        if (cancelled || targetFailure.filter(TargetFailure::stoppedTheRun).isPresent()) {
            return RunStatus.ABORTED;
        }
        return reasons.isEmpty() ? RunStatus.ENDED : RunStatus.INVALID;
    }
}
