package io.tidemark.app.run;

import io.tidemark.app.calibrate.CalibrationServerProcess;
import io.tidemark.app.calibrate.ClientCalibration;
import io.tidemark.app.delivery.RunBackend;
import io.tidemark.app.delivery.RunDelivery;
import io.tidemark.app.live.RunDisplay;
import io.tidemark.app.live.SloTally;
import io.tidemark.app.process.OperationContext;
import io.tidemark.app.process.ResourceScope;
import io.tidemark.app.run.stop.RunStopListener;
import io.tidemark.events.RunCommand;
import io.tidemark.producer.client.PlanHeaders;
import io.tidemark.producer.conversation.RunPrompts;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.publish.Publisher;
import io.tidemark.producer.run.LoadRun;
import io.tidemark.producer.run.RunDependencies;
import io.tidemark.producer.run.RunListener;
import io.tidemark.producer.run.RunOutcome;
import io.tidemark.producer.run.TargetServices;
import io.tidemark.producer.runtime.RunSpec;
import io.tidemark.producer.runtime.RunTargets;
import io.tidemark.producer.scrape.HttpTargetControl;
import io.tidemark.producer.scrape.ScrapeLoop;
import io.tidemark.producer.scrape.TargetControl;
import io.tidemark.producer.scrape.TargetPages;
import io.tidemark.producer.tokens.TokenLengths;
import io.tidemark.producer.validity.CalibrationResult;
import io.tidemark.producer.workers.WorkerGroup;
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.sinks.store.read.run.RunKey;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** One run from its plan to its final results: publish, scrape, drive load, wait until streams and sink have counted it all. */
public final class RunSession {
    private static final Duration SCRAPE_EVERY = Duration.ofSeconds(1);

    private final OperationContext context;
    private final RunBackend backend;
    private final Clocks clocks;
    private final TargetCheck targets;
    private final RunDisplay display;

    /** @param display shows how runs go */
    public RunSession(OperationContext context, RunBackend backend, RunDisplay display) {
        this.display = display;
        this.context = context;
        this.backend = backend;
        this.clocks = new Clocks(context.nanoClock(), context.wallClock());
        this.targets = new TargetCheck(context.environment());
    }

    /** Runs against a probed target. Told to stop, it gives up what is in flight, publishes the run's end and returns. */
    public RunResult execute(RunRequest request, RunTargets probed) throws InterruptedException {
        return execute(request, probed, RunObservers.none());
    }

    /** The same, with somebody who looks on. */
    public RunResult execute(RunRequest request, RunTargets probed, RunObservers observers)
            throws InterruptedException {
        RunSpec spec = spec(request, probed);
        RunKey key = new RunKey(request.team(), spec.runId());
        context.progress().format("  run       %s", spec.runId());
        RunDelivery delivery = backend.deliver(new RunDelivery.Order(
                key,
                spec.lane(),
                clocks,
                request.spool(),
                PlanDuration.of(request.plan()).estimate(),
                request.workers().isDistributed()));
        LoadResult driven;
        // Told to stop, the process ends when its closer has closed: events must be safe by then.
        try (ResourceScope parts = context.resources().child()) {
            parts.register(delivery);
            List<String> shared = sharedTargets(spec, parts);
            driven = drive(request, spec, new Observed(observers, delivery, shared), parts);
        }
        RunOutcome outcome = driven.outcome();
        return new RunResult(
                key,
                outcome,
                delivery.results(outcome.steps().size(), driven.isWhole(), Duration.ZERO),
                driven.kept(),
                driven.lost().getAsLong());
    }

    /** A run that ended, and how many of its events Kafka has not taken. */
    private record LoadResult(RunOutcome outcome, long kept, boolean allLanes, LongSupplier lost) {
        boolean isWhole() {
            return allLanes && kept == 0;
        }
    }

    /** Other runs of this home that send load to the same targets, in sentences; ours has them from here on until it ends. */
    private List<String> sharedTargets(RunSpec spec, ResourceScope parts) {
        List<String> shared = new ArrayList<>();
        for (TargetPlan target : spec.targets().plans()) {
            parts.register(TargetUse.begin(context.home(), target.url(), spec.runId()))
                    .other()
                    .ifPresent(run -> shared.add("another run sends load to " + target.url() + ": " + run
                            + "; the figures of both are those of a shared server"));
        }
        shared.forEach(context.progress()::warn);
        return shared;
    }

    /** Who looks on at a run, where its events go, and which other runs have its targets. */
    private record Observed(RunObservers observers, RunDelivery delivery, List<String> shared) {}

    private LoadResult drive(RunRequest request, RunSpec spec, Observed observed, ResourceScope parts)
            throws InterruptedException {
        RunDelivery delivery = observed.delivery();
        HttpClient http = TargetCheck.http(spec.plan(), spec.credentials());
        Map<String, String> headers = PlanHeaders.of(spec.plan().request(), spec.credentials());
        TargetPages pages = new TargetPages(http, headers, clocks);
        TargetServices services = targetServices(spec, http, headers, pages);
        // What is wrong with a file of prompts is said before the client is calibrated for it.
        RunPrompts prompts = RunPrompts.open(spec.plan(), spec.runId(), services.lengths());
        List<String> pageRemarks = pages.remarks(spec.plan(), spec.targets().plans());
        pageRemarks.forEach(remark -> context.progress().line("  remark    " + remark));
        Optional<CalibrationServerProcess> server = request.calibrates()
                ? Optional.of(parts.register(CalibrationServerProcess.launch()))
                : Optional.empty();
        Publisher publisher = delivery.publisher();
        // Closed before the publisher: a sample that comes after its end would count as lost.
        ScrapeLoop scraping = parts.register(new ScrapeLoop(
                pages.of(spec.targets().plans()), SCRAPE_EVERY, context.nanoClock(), publisher::publish));
        Optional<CalibrationResult> calibration = calibrated(request, server);
        if (display.verbose()) {
            delivery.follow();
        }
        SloTally slo =
                new SloTally(spec.plan().objectives(), observed.observers().watch());
        RunListener shown = display.show(
                spec.plan(), new RunDisplay.Sources(slo, delivery.figures(), delivery::backlog), context.nanoClock());
        WorkerGroup workers = workers(request, spec, parts);
        RunDependencies with = RunDependencies.of(
                        clocks, publisher, observed.observers().combinedWith(shown))
                .withRemarks(Stream.of(List.of(delivery.remark()), pageRemarks, observed.shared())
                        .flatMap(List::stream)
                        .toList())
                .withCalibration(calibration)
                .withObserver(slo)
                .withTarget(services)
                .withWorkers(workers);
        LoadRun load = new LoadRun(spec, with, prompts);
        StoppableRun run = parts.register(new StoppableRun(spec.runId(), load::stop, context.progress()));
        listenForStop(request, spec, run).ifPresent(parts::register);
        RunOutcome outcome = run.execute(load::execute);
        scraping.scrapeOnce();
        // What is still on its way counts as kept.
        publisher.flush();
        return new LoadResult(
                outcome, delivery.backlog().events(), workers.invalidReasons().isEmpty(), publisher::lost);
    }

    private WorkerGroup workers(RunRequest request, RunSpec spec, ResourceScope parts) {
        if (!request.workers().isDistributed()) {
            return WorkerGroup.single(clocks.elapsed());
        }
        return new WorkerLauncher(backend.cluster().orElseThrow(), clocks, context.progress())
                .launch(new WorkerLauncher.LaunchRequest(request.workers(), request.team(), spec.runId()), parts);
    }

    private Optional<RunStopListener> listenForStop(RunRequest request, RunSpec spec, StoppableRun run) {
        return backend.cluster()
                .map(connection -> RunStopListener.start(
                        connection, new RunStopListener.Watched(request.team(), spec.runId()), stopping(run)));
    }

    /** The server ends when it has been measured: it must not take a share of the machine while the run goes on. */
    private Optional<CalibrationResult> calibrated(RunRequest request, Optional<CalibrationServerProcess> server)
            throws InterruptedException {
        if (server.isEmpty()) {
            return Optional.empty();
        }
        try (CalibrationServerProcess running = server.get()) {
            return Optional.of(
                    new ClientCalibration(context, clocks, display::detail).measure(request.plan(), running));
        }
    }

    private TargetServices targetServices(RunSpec spec, HttpClient http, Map<String, String> headers, TargetPages pages)
            throws InterruptedException {
        TokenLengths lengths = new Tokenizers(context.environment())
                .lengths(spec.plan(), Optional.of(spec.targets().first()));
        Map<String, TargetControl> controls = new LinkedHashMap<>();
        spec.targets()
                .plans()
                .forEach(target ->
                        controls.put(target.name(), new HttpTargetControl(http, target, headers, pages.of(target))));
        return new TargetServices(lengths, TargetControl.of(controls));
    }

    private RunStopListener.Listener stopping(StoppableRun run) {
        return new RunStopListener.Listener() {
            /** All of the command ends, as by Ctrl-C: a sequence or a search must not go on with its next run. */
            @Override
            public void stop(RunCommand command) {
                run.noteStop("stopped by " + command.getBy() + ": " + command.getWhy());
                context.resources().stop(ResourceScope.StopReason.STOPPED_ELSEWHERE);
            }

            @Override
            public void unavailable(String words) {
                display.detail("  stop      only at this terminal, not by `tidemark runs stop`: " + words);
            }
        };
    }

    private RunSpec spec(RunRequest request, RunTargets probed) {
        SplittableRandom random = context.random();
        return new RunSpec(
                Ulid.next(context.wallClock(), random),
                request.plan(),
                request.phase(),
                probed,
                request.workers().isDistributed()
                        ? request.workers().leader().lane()
                        : "lane-" + ProcessHandle.current().pid(),
                targets.credentials(request.plan()),
                new RunSpec.Tool(context.version(), request.command()),
                request.recordText());
    }
}
