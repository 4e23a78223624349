package io.tidemark.app.run;

import io.tidemark.app.calibrate.CalibrationServerProcess;
import io.tidemark.app.calibrate.ClientCalibration;
import io.tidemark.app.delivery.RunDeliveries;
import io.tidemark.app.delivery.RunDelivery;
import io.tidemark.app.live.RunDisplay;
import io.tidemark.app.live.SloTally;
import io.tidemark.app.process.OperationContext;
import io.tidemark.app.process.ResourceScope;
import io.tidemark.app.run.stop.RunStopListener;
import io.tidemark.events.RunCommand;
import io.tidemark.producer.conversation.RunPrompts;
import io.tidemark.producer.publish.Publisher;
import io.tidemark.producer.run.LoadRun;
import io.tidemark.producer.run.RunDependencies;
import io.tidemark.producer.run.RunListener;
import io.tidemark.producer.run.RunOutcome;
import io.tidemark.producer.run.TargetServices;
import io.tidemark.producer.runtime.RunSpec;
import io.tidemark.producer.validity.CalibrationResult;
import io.tidemark.producer.workers.WorkerGroup;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.sinks.store.read.run.RunKey;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Makes runs, each from its plan to its final results: publishes, scrapes, sends the load, waits until streams and sink have counted it all.
 *
 * @param deliveries deliver the events of the runs
 * @param display shows how runs go
 */
public record RunService(OperationContext context, RunDeliveries deliveries, RunDisplay display) {
    /**
     * Runs a plan on servers that have answered. A run that is stopped gives up what is in flight, publishes its end and returns.
     *
     * @throws InvalidInputException if a request of the plan is longer, with its answer, than the model of a server
     */
    public RunResult run(RunRequest request, ServerEnvironment servers, RunObservers observers)
            throws InterruptedException {
        ModelLength.require(request.plan(), servers.targets());
        RunSpec spec = spec(request, servers);
        RunKey key = new RunKey(request.team(), spec.runId());
        display.runStarted(spec.runId());
        RunDelivery delivery = deliveries.deliver(new RunDelivery.Order(
                key,
                spec.lane(),
                servers.clocks(),
                request.spool(),
                servers.isVirtual()
                        ? Duration.ZERO
                        : PlanDuration.of(request.plan()).estimate(),
                request.workers().isDistributed()));
        LoadResult load;
        // Events must be safe when the closer of a process that is stopped has closed.
        try (ResourceScope parts = context.resources().child()) {
            parts.register(delivery);
            load = new SingleRun(request, spec, servers, delivery, parts).load(observers);
        }
        RunOutcome outcome = load.outcome();
        return new RunResult(
                key,
                outcome,
                delivery.results(
                        outcome.steps().size(), load.isWhole(), servers.isVirtual() ? load.duration() : Duration.ZERO),
                load.spooled(),
                load.lost().getAsLong(),
                load.duration());
    }

    private RunSpec spec(RunRequest request, ServerEnvironment servers) {
        return new RunSpec(
                request.runId().orElseGet(servers.runIds()),
                request.plan(),
                request.phase(),
                servers.targets(),
                request.workers().isDistributed() ? request.workers().leader().lane() : servers.lane(),
                servers.credentials(),
                new RunSpec.Tool(context.version(), request.command()),
                request.recordText());
    }

    /**
     * A load that was sent.
     *
     * @param spooled events that Kafka did not take yet
     * @param lost events that it will never take, counted until the publisher is closed
     * @param duration by the run's clock
     */
    private record LoadResult(
            RunOutcome outcome, long spooled, boolean allLanes, LongSupplier lost, Duration duration) {
        boolean isWhole() {
            return allLanes && spooled == 0;
        }
    }

    /** One run until its load has been sent. */
    private final class SingleRun {
        private final RunRequest request;
        private final RunSpec spec;
        private final ServerEnvironment servers;
        private final RunDelivery delivery;
        private final ResourceScope parts;
        private final Publisher publisher;

        /** @param parts closed after the load */
        SingleRun(
                RunRequest request,
                RunSpec spec,
                ServerEnvironment servers,
                RunDelivery delivery,
                ResourceScope parts) {
            this.request = request;
            this.spec = spec;
            this.servers = servers;
            this.delivery = delivery;
            this.parts = parts;
            this.publisher = servers.stamped(delivery.publisher());
        }

        LoadResult load(RunObservers observers) throws InterruptedException {
            List<String> sharing = servers.noteLoad(spec.runId(), parts);
            sharing.forEach(context.progress()::warn);
            TargetServices services = servers.services(spec.plan());
            // A wrong file of prompts is reported before the client is calibrated for it.
            RunPrompts prompts = RunPrompts.open(spec.plan(), spec.runId(), services.lengths());
            List<String> pageRemarks = servers.pageRemarks(spec.plan());
            pageRemarks.forEach(remark -> context.progress().line("  remark    " + remark));
            Optional<CalibrationServerProcess> calibrationServer =
                    calibrates() ? Optional.of(parts.register(CalibrationServerProcess.launch())) : Optional.empty();
            // Closed before the publisher: a sample that comes after its end would count as lost.
            ServerEnvironment.Scraping scraping = parts.register(servers.scrape(publisher));
            Optional<CalibrationResult> calibration = calibrated(calibrationServer);
            WorkerGroup workers = workers();
            RunDependencies dependencies = dependencies(observers)
                    .withRemarks(Stream.of(deliveryRemarks(), pageRemarks, sharing)
                            .flatMap(List::stream)
                            .toList())
                    .withCalibration(calibration)
                    .withTarget(services)
                    .withWorkers(workers)
                    .withEnvironment(servers.runtime());
            LoadRun load = new LoadRun(spec, dependencies, prompts);
            StoppableRun run = parts.register(new StoppableRun(spec.runId(), servers.stopper(load, parts), context));
            listenForStop(run).ifPresent(parts::register);
            NanoClock clock = servers.clocks().elapsed();
            long fromNanos = clock.nanos();
            RunOutcome outcome = run.execute(() -> {
                RunOutcome ended = load.execute();
                scraping.scrapeLast();
                // What is still on its way counts as spooled.
                publisher.flush();
                return ended;
            });
            return new LoadResult(
                    outcome,
                    delivery.backlog().events(),
                    workers.invalidReasons().isEmpty(),
                    publisher::lost,
                    Duration.ofNanos(clock.nanos() - fromNanos));
        }

        private RunDependencies dependencies(RunObservers observers) {
            if (display.verbose()) {
                delivery.follow();
            }
            SloTally slo = new SloTally(spec.plan().objectives(), observers.watch());
            RunListener shown = display.show(
                    spec.plan(),
                    new RunDisplay.Sources(slo, delivery.figures(), delivery::backlog),
                    context.nanoClock());
            return RunDependencies.of(servers.clocks(), publisher, observers.combinedWith(shown))
                    .withObserver(slo);
        }

        private List<String> deliveryRemarks() {
            return servers.isVirtual() ? List.of() : List.of(delivery.remark());
        }

        private boolean calibrates() {
            return request.calibrates() && !servers.isVirtual();
        }

        /** The server ends when it has been measured: it must not take a share of the machine while the run goes on. */
        private Optional<CalibrationResult> calibrated(Optional<CalibrationServerProcess> server)
                throws InterruptedException {
            if (server.isEmpty()) {
                return Optional.empty();
            }
            try (CalibrationServerProcess running = server.get()) {
                return Optional.of(new ClientCalibration(context, servers.clocks(), display::detail)
                        .measure(request.plan(), running));
            }
        }

        private WorkerGroup workers() {
            if (!request.workers().isDistributed()) {
                return WorkerGroup.single(servers.clocks().elapsed());
            }
            return new WorkerLauncher(deliveries.cluster().orElseThrow(), servers.clocks(), context.progress())
                    .launch(request.workers(), new RunKey(request.team(), spec.runId()), parts);
        }

        /** A run in virtual time is over before another process can stop it. */
        private Optional<RunStopListener> listenForStop(StoppableRun run) {
            return deliveries
                    .cluster()
                    .filter(cluster -> !servers.isVirtual())
                    .map(cluster ->
                            RunStopListener.start(cluster, new RunKey(request.team(), spec.runId()), stopping(run)));
        }

        private RunStopListener.Listener stopping(StoppableRun run) {
            return new RunStopListener.Listener() {
                /** All of the command ends, as by Ctrl-C: a sequence or a search must not go on with its next run. */
                @Override
                public void stop(RunCommand command) {
                    run.noteStop(command.getBy(), command.getReason());
                    context.resources().stop(ResourceScope.StopReason.STOPPED_ELSEWHERE);
                }

                @Override
                public void unavailable(String reason) {
                    display.detail("  stop      only at this terminal, not by `tidemark runs stop`: " + reason);
                }
            };
        }
    }
}
