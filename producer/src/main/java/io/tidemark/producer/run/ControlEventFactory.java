package io.tidemark.producer.run;

import io.tidemark.events.CalibrationState;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.SloState;
import io.tidemark.events.StepState;
import io.tidemark.events.TargetRef;
import io.tidemark.producer.conversation.RunPrompts;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.plan.load.LoadModel;
import io.tidemark.producer.publish.DeliveryStats;
import io.tidemark.producer.record.WallClockAnchor;
import io.tidemark.producer.runtime.RunSpec;
import io.tidemark.producer.schedule.StepBounds;
import io.tidemark.producer.scrape.FlagCheck;
import io.tidemark.producer.scrape.TargetProbe;
import io.tidemark.producer.tally.StepCounts;
import io.tidemark.producer.tally.StepSummary;
import io.tidemark.producer.validity.CalibrationResult;
import io.tidemark.producer.validity.MeasurementErrors;
import io.tidemark.producer.validity.RunValidity;
import io.tidemark.producer.workers.WorkerShare;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Makes the control records of a run. */
final class ControlEventFactory {
    private final RunSpec spec;
    private final Instant started;
    private final Optional<CalibrationResult> calibration;
    private final RunPrompts prompts;
    private final List<String> runRemarks;
    private final WorkerShare share;
    private Optional<FirstRequestResult> setFirstRequestResult = Optional.empty();
    private List<String> flagRemarks = List.of();

    ControlEventFactory(RunSpec spec, Instant started, RunDependencies parts, RunPrompts prompts) {
        this.spec = spec;
        this.started = started;
        this.calibration = parts.calibration();
        this.share = parts.workers().share();
        this.prompts = prompts;
        this.runRemarks = parts.remarks();
    }

    /** From here on the run's states say how the request before the first step was answered. */
    void setFirstRequestResult(FirstRequestResult answer) {
        setFirstRequestResult = Optional.of(answer);
    }

    /** What came of holding the phase's declared flags against the server. */
    void flagsChecked(FlagCheck flags) {
        flagRemarks = flags.remarks();
    }

    private List<String> remarks() {
        return Stream.of(runRemarks, flagRemarks, prompts.remarks())
                .flatMap(List::stream)
                .toList();
    }

    private static ControlEvent event(Instant at, Object state) {
        return ControlEvent.newBuilder().setAt(at).setState(state).build();
    }

    ControlEvent runStarted() {
        return event(started, run().setStatus(RunStatus.RUNNING).build());
    }

    /** How a run ended. */
    record RunEnd(
            Instant at,
            RunStatus status,
            List<String> reasons,
            Optional<String> targetFailure,
            Optional<String> stopReason) {}

    ControlEvent runEnded(RunEnd end, DeliveryStats published) {
        RunState.Builder state = run().setEnded(end.at())
                .setStatus(end.status())
                .setInvalidReasons(end.reasons())
                .setTargetFailure(end.targetFailure().orElse(null))
                .setStopReason(end.stopReason().orElse(null))
                .setSpooledEvents(published.spooled())
                .setLateEvents(published.waiting())
                .setLostEvents(published.lost());
        published
                .clockOffset()
                .ifPresent(offset ->
                        state.setClockOffsetNanos(offset.offsetNanos()).setClockOffsetErrorNanos(offset.errorNanos()));
        return event(end.at(), state.build());
    }

    /** The run is about to end: no lane may send any more. */
    ControlEvent runStops(Instant at, RunStatus status) {
        return event(at, run().setStatus(status).build());
    }

    ControlEvent objective(ObjectiveState objective) {
        return event(
                started,
                SloState.newBuilder()
                        .setRun(spec.runId())
                        .setObjective(objective)
                        .setChanged(started)
                        .build());
    }

    private RunState.Builder run() {
        Plan plan = spec.plan();
        RunState.Builder state = RunState.newBuilder();
        setFirstRequestResult.ifPresent(answer -> {
            answer.ttftNanos().ifPresent(state::setFirstRequestTtftNanos);
            state.setFirstRequestE2eNanos(answer.e2eNanos());
            answer.servedBefore().ifPresent(state::setServedBefore);
        });
        return state.setTokenCounting(prompts.tokenLengthSource())
                .setRemarks(remarks())
                .setCalibration(calibration.map(ControlEventFactory::state).orElse(null))
                .setRun(spec.runId())
                .setExperiment(plan.experiment())
                .setPhase(spec.phase().name())
                .setBaseline(plan.baseline())
                .setPlan(plan.json())
                .setPlanHash(plan.planHash())
                .setWorkloadHash(plan.workloadHash())
                .setToolVersion(spec.tool().version())
                .setCommand(spec.tool().command())
                .setSeed(plan.seed())
                .setTargets(spec.targets().all().stream()
                        .map(ControlEventFactory::target)
                        .toList())
                .setLanes(share.isWhole() ? List.of(spec.lane()) : share.lanes())
                .setStepCount(plan.steps().size())
                .setStarted(started)
                .setPhaseConfig(spec.phase().flags())
                .setLabels(plan.labels());
    }

    private static TargetRef target(TargetProbe.ProbeResult probed) {
        TargetPlan target = probed.target();
        TargetRef.Builder ref = TargetRef.newBuilder()
                .setName(target.name())
                .setUrl(withoutUser(target.url()))
                .setModel(target.model())
                .setWeight(target.weight())
                .setScrapeUrls(target.scrapeUrls().stream()
                        .map(ControlEventFactory::withoutUser)
                        .toList());
        probed.version().ifPresent(ref::setServerVersion);
        return ref.build();
    }

    private static CalibrationState state(CalibrationResult calibration) {
        MeasurementErrors errors = calibration.errors();
        return CalibrationState.newBuilder()
                .setAt(calibration.at())
                .setConcurrency(calibration.concurrency())
                .setChunksPerSecond(calibration.chunksPerSecond())
                .setTtftErrorP50Nanos(errors.ttft().p50Nanos())
                .setTtftErrorP99Nanos(errors.ttft().p99Nanos())
                .setTtftSamples(errors.ttft().count())
                .setItlErrorP50Nanos(errors.itl().p50Nanos())
                .setItlErrorP99Nanos(errors.itl().p99Nanos())
                .setItlSamples(errors.itl().count())
                .setServerLatenessP99Nanos(errors.serverLateness().p99Nanos())
                .build();
    }

    /** URLs may carry a password. */
    private static String withoutUser(URI url) {
        return url.getUserInfo() == null ? url.toString() : url.toString().replace(url.getRawUserInfo() + "@", "");
    }

    /** What is known of a step before its first request is due. */
    ControlEvent stepStarted(StepFrame frame, StepMoments moments) {
        return event(frame.at(moments.startNanos()), step(frame, moments).build());
    }

    ControlEvent stepEnded(StepFrame frame, StepMoments moments, MergedStep all) {
        StepSummary summary = all.summary();
        Map<String, Long> due = new TreeMap<>(all.due());
        due.merge(spec.lane(), outsideSteps(frame), Long::sum);
        StepCounts counts = summary.counts();
        Instant ended = frame.at(moments.endNanos().orElseThrow());
        StepState.Builder state = step(frame, moments)
                .setLoad(summary.load().asked())
                .setEnded(ended)
                .setRequestsByLane(due)
                .setMeasuredByLane(all.measuredDue())
                .setSent(counts.sentInSchedule())
                .setFlags(summary.flags())
                .setDoubts(summary.doubts())
                .setInvalidReasons(
                        RunValidity.invalidReasons(summary, spec.plan().limits()));
        summary.load().drawnPerSecond().ifPresent(state::setDrawnRate);
        summary.scheduleLagP99Nanos().ifPresent(state::setScheduleLagP99Nanos);
        StepStateFields.fill(state, summary, offset -> frame.at(moments.startNanos() + offset));
        return event(ended, state.build());
    }

    /** The request before the first step has that step's number: its result must not be final with one of its own missing. */
    private long outsideSteps(StepFrame frame) {
        return frame.step() == 0 && setFirstRequestResult.isPresent()
                ? spec.targets().all().size()
                : 0;
    }

    private StepState.Builder step(StepFrame frame, StepMoments moments) {
        StepPlan plan = frame.plan();
        StepState.Builder state = StepState.newBuilder()
                .setRun(spec.runId())
                .setStep(frame.step())
                .setLoadKind(plan.loadKind())
                .setLoad(plan.loadLevel())
                .setArrivals(plan.arrivalsWord())
                .setStarted(frame.at(moments.startNanos()))
                .setMeasureFrom(frame.at(moments.measureFromNanos()))
                .setPlannedRequests(plan.extent() instanceof StepPlan.Counting counting ? counting.requests() : 0)
                .setSegmentNanos(plan.segment().toNanos())
                .setTarget(spec.targets().name());
        moments.measureUntilNanos().ifPresent(nanos -> state.setMeasureUntil(frame.at(nanos)));
        if (plan.load() instanceof LoadModel.Open open) {
            open.concurrencyCap().ifPresent(state::setConcurrencyCap);
        }
        return state;
    }

    /** A step, and the anchor that converts its monotonic times to wall-clock times. */
    record StepFrame(int step, StepPlan plan, WallClockAnchor anchor) {
        Instant at(long nanos) {
            return anchor.at(nanos);
        }
    }

    /** When a step's parts begin and end, by the run's clock; empty for what is not known yet. */
    record StepMoments(long startNanos, long measureFromNanos, OptionalLong measureUntilNanos, OptionalLong endNanos) {
        static StepMoments of(StepBounds bounds) {
            return new StepMoments(
                    bounds.startNanos(), bounds.measureFromNanos(), bounds.measureUntilNanos(), OptionalLong.empty());
        }

        static StepMoments ended(StepBounds bounds, long measureUntilNanos, long endNanos) {
            return new StepMoments(
                    bounds.startNanos(),
                    bounds.measureFromNanos(),
                    OptionalLong.of(measureUntilNanos),
                    OptionalLong.of(endNanos));
        }
    }
}
