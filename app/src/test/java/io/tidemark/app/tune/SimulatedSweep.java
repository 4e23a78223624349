package io.tidemark.app.tune;

import io.tidemark.app.cli.progress.VirtualTimeOutput;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.cli.tune.TuneProgressPrinter;
import io.tidemark.app.delivery.RunBackend;
import io.tidemark.app.run.RunRequest;
import io.tidemark.app.run.RunService;
import io.tidemark.app.tune.measure.Measurement;
import io.tidemark.app.tune.measure.StepsMeasurement;
import io.tidemark.app.tune.measure.TuneEnvironment;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.TuneActivity;
import io.tidemark.events.TuneState;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.publish.spool.SpoolSettings;
import io.tidemark.servers.ServerStartRequest;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.StoreChange;
import io.tidemark.sinks.store.WriteBatch;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.avro.specific.SpecificRecord;

/** A sweep of simulated servers in virtual time, whose runs and journal go to a store without a cluster. */
public final class SimulatedSweep {
    /** The newest id of a tune is the one that is reported. */
    public static final String ID = "01KAGTN0000000000000000001";

    private SimulatedSweep() {}

    public static void into(CommandContext context, RunBackend backend, Plan plan, Instant start)
            throws InterruptedException {
        TuneEnvironment environment = TuneEnvironment.inVirtualTime(
                start,
                new TuneEnvironment.Simulation("phi-4-mini-l4", "phi-4-mini-l4", Optional.of(start), true),
                Duration.ofSeconds(90),
                context,
                new RunService(context, backend, new VirtualTimeOutput(context.terminal(), false)));
        TargetPlan target = plan.targets().get(0);
        RunRequest request = new RunRequest(
                plan,
                plan.phases().get(0),
                List.of(target),
                plan.team(),
                "tidemark tune " + plan.experiment() + ".yaml",
                false,
                false,
                SpoolSettings.off());
        SweepStarts source = starts(plan, new StepsMeasurement(environment, request));
        try (ResultStore store = backend.openStore()) {
            TuneRun run = new TuneRun(
                    new TuneRun.Parts(
                            environment.context(),
                            state -> write(
                                    store,
                                    plan,
                                    environment.context().wallClock().instant(),
                                    state),
                            environment.launcher(),
                            source,
                            next -> ServerStartRequest.of(
                                    plan,
                                    next.phase(),
                                    target,
                                    Map.of(),
                                    context.home().resolve("servers")),
                            (next, server, measured, labels) -> List.of(),
                            new TuneProgressPrinter(context.terminal())),
                    begun(plan, source, start));
            TuneActivity end = run.run();
            if (end != TuneActivity.FINISHED) {
                throw new IllegalStateException("the sweep ended with " + end);
            }
        }
    }

    private static SweepStarts starts(Plan plan, Measurement measurement) {
        TuneDesign design = new TuneDesign(plan, Optional.empty(), OptionalInt.empty());
        StartEstimates estimates = StartEstimates.of(plan);
        return new SweepStarts(
                design.schedule(estimates),
                estimates,
                start -> new PlannedStart(
                        start.number(), start.block(), "sweep", plan.phase(start.phase()), measurement));
    }

    private static TuneState begun(Plan plan, SweepStarts source, Instant start) {
        return TuneState.newBuilder()
                .setTune(ID)
                .setExperiment(plan.experiment())
                .setTarget("phi-4-mini-l4, simulated in virtual time")
                .setTuner("host/1")
                .setMode(source.mode())
                .setObjective(source.objective())
                .setStarted(start)
                .setPlanned(source.planned())
                .setPlan(plan.json())
                .setSchedule(source.schedule())
                .setDefaultPhase(plan.phases().get(0).name())
                .build();
    }

    private static void write(ResultStore store, Plan plan, Instant at, SpecificRecord state) {
        ControlEvent event = ControlEvent.newBuilder().setAt(at).setState(state).build();
        store.write(new WriteBatch(List.of(new StoreChange.StoredEvent(plan.team(), at, event)), List.of()));
    }
}
