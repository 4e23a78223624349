package io.tidemark.app.tune;

import io.tidemark.app.delivery.ClusterBackend;
import io.tidemark.app.delivery.RunBackend;
import io.tidemark.app.delivery.RunDeliveries;
import io.tidemark.app.lease.TargetLease;
import io.tidemark.app.process.OperationContext;
import io.tidemark.app.process.ProcessName;
import io.tidemark.app.run.RunRequest;
import io.tidemark.app.run.RunService;
import io.tidemark.app.run.TargetCheck;
import io.tidemark.app.run.virtualtime.VirtualRunStart;
import io.tidemark.app.search.PlanFactory;
import io.tidemark.app.server.PhaseServers;
import io.tidemark.app.stack.Backend;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.app.stack.ControlPublisher;
import io.tidemark.app.stack.StoreLocation;
import io.tidemark.app.tune.measure.Measurement;
import io.tidemark.app.tune.measure.StepsMeasurement;
import io.tidemark.app.tune.measure.TuneEnvironment;
import io.tidemark.app.tune.measure.TuneSearchSetup;
import io.tidemark.events.TuneActivity;
import io.tidemark.events.TuneState;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.tune.TunePlan;
import io.tidemark.reports.compare.SweepSchedule;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.reports.failure.OperationException;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.time.VirtualTime;
import io.tidemark.servers.ServerLauncher;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.tune.TuneRow;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;

/** A tune from its plan to its end: what is refused before the first start, where it runs, and its order. */
public final class TuneSession {
    /** Longer than the lease of a tuner that was killed lasts. */
    private static final Duration LEASE_WITHIN = TargetLease.SESSION.multipliedBy(2);

    private static final Duration STORED_WITHIN = Duration.ofSeconds(60);
    private static final long LOOK_EVERY_MILLIS = 200;

    private final OperationContext context;
    private final TuneRequest request;
    private final PlanFactory plans;
    private final TuneListener listener;
    private final Plan plan;
    private final TuneDesign design;
    private final ServerLauncher launcher;
    private final TuneServers servers;

    /**
     * What is wanted.
     *
     * @param run the plan, the target, and how events are published
     * @param budget of all starts together; empty for the plan's
     * @param repeat runs of each combination of a sweep; empty for the plan's
     * @param resume id of the tune that goes on, or "" for the newest of the experiment; empty for a new one
     * @param simulation what takes the servers' place; empty for real servers
     */
    public record TuneRequest(
            RunRequest run,
            Optional<Duration> budget,
            OptionalInt repeat,
            Optional<String> resume,
            Optional<TuneEnvironment.Simulation> simulation) {}

    /** @param plans the plan with other values */
    public TuneSession(OperationContext context, TuneRequest request, PlanFactory plans, TuneListener listener) {
        this.context = context;
        this.request = request;
        this.plans = plans;
        this.listener = listener;
        this.plan = request.run().plan();
        this.design = new TuneDesign(plan, request.budget(), request.repeat());
        this.launcher = request.simulation()
                .<ServerLauncher>map(
                        simulation -> simulation.launcher(new VirtualTime(Instant.EPOCH), Duration.ZERO, context))
                .orElseGet(() -> PhaseServers.launcher(context, plan));
        this.servers = new TuneServers(context, plan, request.run().target(), launcher);
    }

    /**
     * Runs it, or what is left of it.
     *
     * @return how it ended
     * @param report notified of the tune as the store has it at the end; not called if this process was asked to stop
     * @throws OperationException if something is refused before the first start, or Kafka or the store cannot be used
     */
    public TuneActivity execute(
            Optional<ClusterConnection> named, Optional<StoreLocation> store, BiConsumer<ResultReader, TuneRow> report)
            throws InterruptedException {
        check();
        checkServers();
        Optional<Backend> backend = isKept()
                ? Optional.of(context.resources()
                        .register(Backend.open(context, named, request.run().team(), store)))
                : Optional.empty();
        Map<String, String> identity =
                TuneIdentity.of(plan, servers.commands(), target(), context.version(), machine());
        Optional<TuneHistory> history = request.resume()
                .map(id -> TuneHistory.unfinished(
                        backend.orElseThrow().connection(), request.run().team(), plan.experiment(), id));
        history.ifPresent(before -> before.requireSame(identity));
        TuneEnvironment environment = environment(backend, history);
        StartSource source = source(
                environment,
                history.map(TuneHistory::began)
                        .orElseGet(() -> context.wallClock().instant()));
        TuneState begun = history.map(before -> before.resumed(source, ProcessName.hostAndPid()))
                .orElseGet(() -> begun(environment, source, identity));
        listener.begun(
                begun,
                source.left(),
                history.map(before -> OptionalInt.of(before.ended().size())).orElseGet(OptionalInt::empty));
        Path logs = context.home().resolve("tunes").resolve(begun.getTune()).resolve("servers");
        Map<String, String> headers =
                request.simulation().isPresent() ? Map.of() : new TargetCheck(context.environment()).headers(plan);
        TuneRun run = new TuneRun(
                new TuneRun.Parts(
                        environment.context(),
                        backend.map(this::journal).orElse(state -> {}),
                        environment.launcher(),
                        source,
                        start -> servers.request(start.phase(), headers, logs),
                        after(backend),
                        listener),
                begun);
        history.ifPresent(before -> run.resume(before.ended()));
        context.resources().register(run);
        long fromNanos = context.nanoClock().nanos();
        TuneActivity end = backend.isPresent() && request.simulation().isEmpty()
                ? underLease(backend.get().connection(), run)
                : run.run();
        request.simulation()
                .ifPresent(simulation -> listener.simulated(
                        Duration.ofNanos(environment.context().nanoClock().nanos()),
                        Duration.ofNanos(context.nanoClock().nanos() - fromNanos)));
        if (backend.isPresent() && !context.resources().isClosed()) {
            ResultReader results = backend.get().results();
            stored(results, begun.getTune()).ifPresent(row -> report.accept(results, row));
        }
        return end;
    }

    private boolean isKept() {
        return request.simulation().map(TuneEnvironment.Simulation::publishes).orElse(true);
    }

    /** Publishes states with the wall-clock time of the publication; the states of a simulated server hold virtual times. */
    private Consumer<SpecificRecord> journal(Backend backend) {
        ControlPublisher control = new ControlPublisher(
                context, backend.connection(), request.run().team());
        return state -> control.publish(List.of(state), context.wallClock().instant());
    }

    private TuneEnvironment environment(Optional<Backend> backend, Optional<TuneHistory> history) {
        if (request.simulation().isEmpty()) {
            return TuneEnvironment.inRealTime(
                    context, launcher, new RunService(context, runs(backend.orElseThrow()), listener.runs()));
        }
        TuneEnvironment.Simulation simulation = request.simulation().get();
        Instant start = history.map(TuneHistory::resumesAt)
                .or(simulation::start)
                .orElseGet(() -> context.wallClock().instant().minus(design.longest()));
        Duration startUp = plan.tune().map(TunePlan::startUp).orElse(StartEstimates.UNMEASURED_START);
        RunDeliveries deliveries = backend.isPresent() ? runs(backend.get()) : RunDeliveries.none();
        return TuneEnvironment.inVirtualTime(
                start, simulation, startUp, context, new RunService(context, deliveries, listener.simulatedRuns()));
    }

    private RunBackend runs(Backend backend) {
        return new ClusterBackend(context, backend, false);
    }

    private String target() {
        return request.simulation()
                .map(simulation -> simulation.name() + ", simulated in virtual time")
                .orElseGet(() -> request.run().target().url().toString());
    }

    private Map<String, String> machine() {
        return request.simulation().map(TuneEnvironment.Simulation::machine).orElseGet(TuneServers::machine);
    }

    /** The tune with its end, once the sink has written it. */
    private Optional<TuneRow> stored(ResultReader results, String tune) throws InterruptedException {
        long untilNanos = context.nanoClock().nanos() + STORED_WITHIN.toNanos();
        Optional<TuneRow> row = row(results, tune);
        while (row.filter(found -> found.activity() != TuneActivity.RUNNING).isEmpty()
                && context.nanoClock().nanos() < untilNanos) {
            TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
            row = row(results, tune);
        }
        return row;
    }

    private Optional<TuneRow> row(ResultReader results, String tune) {
        return results.tunes().stream()
                .filter(row -> row.tune().equals(tune)
                        && row.team().equals(request.run().team()))
                .findFirst();
    }

    /** Every start, or what a search spends its budget on, in lines for people; it starts nothing. */
    public List<String> schedule() {
        check();
        Instant now = context.wallClock().instant();
        return plan.tune().isPresent()
                ? new SearchForecastFormat(plan, servers::command, now).lines(design.asked())
                : dryRun(estimates(now), now);
    }

    private List<String> dryRun(StartEstimates estimates, Instant now) {
        return new SchedulePrinter(plan, estimates, servers::command, now, ZoneId.systemDefault())
                .lines(design.schedule(estimates));
    }

    /** Servers in virtual time take what they are configured to take. */
    private StartEstimates estimates(Instant before) {
        return request.simulation().isPresent()
                ? StartEstimates.of(plan)
                : new MeasuredStarts(context).estimates(plan, request.run().target(), before);
    }

    private TuneActivity underLease(ClusterConnection connection, TuneRun run) throws InterruptedException {
        try (TargetLease lease = TargetLease.request(
                connection, request.run().team(), request.run().target().url(), context.nanoClock(), run::close)) {
            if (!lease.await(LEASE_WITHIN)) {
                throw new UnavailableException(lease.problem());
            }
            return run.run();
        }
    }

    /** @throws OperationException listing everything that would make a start fail on this machine */
    public void checkServers() throws InterruptedException {
        servers.check();
        if (request.simulation().isEmpty()) {
            servers.checkAfter();
        }
    }

    /** Commands run on servers that are there; none is in virtual time. */
    private AfterStage after(Optional<Backend> backend) {
        return request.simulation().isPresent() || backend.isEmpty()
                ? (start, server, measured, labels) -> List.of()
                : servers.after(request.run().team(), backend.get().store()::open);
    }

    /** What the plan and the options refuse, whatever this machine has. */
    private void check() {
        design.check();
        if (!isKept() && (plan.tune().isEmpty() || request.resume().isPresent())) {
            throw new InvalidInputException(
                    "--no-publish goes with a section `tune` and without --resume: the verdicts of a"
                            + " sweep's steps come from the streams, and what a tune goes on with from its journal");
        }
        if (isKept() && request.resume().isEmpty()) {
            request.simulation()
                    .flatMap(TuneEnvironment.Simulation::start)
                    .ifPresent(start -> VirtualRunStart.requireOver(
                            "tune", start, design.longest(), context.wallClock().instant()));
        }
    }

    /** @param begun when the tune did: what was measured since does not change its schedule */
    private StartSource source(TuneEnvironment environment, Instant begun) {
        if (plan.tune().isEmpty()) {
            Measurement measurement = new StepsMeasurement(environment, request.run());
            StartEstimates estimates = estimates(begun);
            SweepSchedule schedule = design.schedule(estimates);
            schedule.cutInWords().ifPresent(context.progress()::warn);
            return new SweepStarts(
                    schedule,
                    estimates,
                    start -> new PlannedStart(
                            start.number(), start.block(), "sweep", plan.phase(start.phase()), measurement));
        }
        TunePlan asked = design.asked();
        TuneSearchSetup setup = new TuneSearchSetup(environment, request.run(), asked, plans, listener::search);
        try {
            return new SearchStarts(
                    asked, plan.phases(), plan.steps().get(0).loadKind(), plan.seed(), setup::measurement);
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException("tune: " + e.getMessage());
        }
    }

    private TuneState begun(TuneEnvironment environment, StartSource source, Map<String, String> identity) {
        return TuneState.newBuilder()
                .setTune(Ulid.next(environment.made(), environment.context().random()))
                .setExperiment(plan.experiment())
                .setTarget(target())
                .setTuner(ProcessName.hostAndPid())
                .setMode(source.mode())
                .setObjective(source.objective())
                .setStarted(environment.context().wallClock().instant())
                .setPlanned(source.planned())
                .setPlan(plan.json())
                .setSchedule(source.schedule())
                .setIdentity(new TreeMap<>(identity))
                .setDefaultPhase(design.defaultPhases().stream().findFirst().orElse(""))
                .build();
    }
}
