package io.tidemark.app.server;

import io.tidemark.app.process.OperationContext;
import io.tidemark.app.run.TargetCheck;
import io.tidemark.app.transfer.Importer;
import io.tidemark.importers.result.ImportFormat;
import io.tidemark.importers.run.ImportOptions;
import io.tidemark.importers.run.ImportedRun;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.plan.server.AfterCommand;
import io.tidemark.producer.plan.server.AfterCommand.IfMissing;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.schemas.ValueText;
import io.tidemark.servers.AfterCommandEnd;
import io.tidemark.servers.AfterCommandRunner;
import io.tidemark.servers.ServerStartFacts;
import io.tidemark.servers.ServerStartRequest;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.StoreException;
import io.tidemark.sinks.store.read.run.RunKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The commands that a plan has run after the load of a phase, while its server still runs. One that fails is a result that is reported and kept,
 * and ends nothing. Closed, it ends the command that runs.
 */
public final class AfterCommands implements AutoCloseable {
    /** Label of an imported run: the command whose result it is. */
    private static final String LABEL = "after";

    /** Label of an imported run: the run on the same server. */
    private static final String RUN_LABEL = "after.run";

    private static final String RESULT_FILE = "results.*\\.json";

    private final OperationContext context;
    private final TargetCheck targets;
    private final AfterCommandRunner runner;

    public AfterCommands(OperationContext context, Plan plan) {
        this.context = context;
        this.targets = new TargetCheck(context.environment());
        this.runner = new AfterCommandRunner(PhaseServers.launcherContext(context, plan));
    }

    /**
     * The server and the run that the commands follow.
     *
     * @param run that put load on it
     * @param labels of what is imported
     * @param store opens the store that results are imported into
     */
    public record MeasuredRun(
            Plan plan,
            PhasePlan phase,
            TargetPlan target,
            ServerStartFacts server,
            RunKey run,
            Map<String, String> labels,
            Supplier<ResultStore> store) {}

    /**
     * Says which commands will be skipped.
     *
     * @throws InvalidInputException if a program is not there that must be, or a variable is missing
     */
    public void check(Plan plan, TargetPlan target) {
        Set<String> skipped = new LinkedHashSet<>();
        Set<String> refused = new LinkedHashSet<>();
        for (PhasePlan phase : plan.phases()) {
            for (AfterCommand command : phase.after()) {
                try {
                    runner.missing(request(plan, phase, target), command)
                            .ifPresent(why -> (command.ifMissing() == IfMissing.FAIL ? refused : skipped).add(why));
                } catch (IllegalArgumentException e) {
                    refused.add(String.valueOf(e.getMessage()));
                }
            }
        }
        if (!refused.isEmpty()) {
            throw new InvalidInputException(String.join("\n", refused));
        }
        skipped.forEach(why -> context.progress().warn(why + ": it is SKIPPED, and there will be no result of it"));
    }

    private ServerStartRequest request(Plan plan, PhasePlan phase, TargetPlan target) {
        return ServerStartRequest.of(plan, phase, target, targets.headers(plan), context.home());
    }

    /** Runs all of a phase, one after the other, until this is asked to stop. */
    public List<AfterOutcome> run(MeasuredRun measured) throws InterruptedException {
        List<AfterOutcome> outcomes = new ArrayList<>();
        for (AfterCommand command : measured.phase().after()) {
            if (context.resources().isClosed()) {
                break;
            }
            AfterOutcome outcome = run(measured, command);
            context.progress().format("  after     %s: %s", outcome.name(), outcome.description());
            outcomes.add(outcome);
        }
        return outcomes;
    }

    private AfterOutcome run(MeasuredRun measured, AfterCommand command) throws InterruptedException {
        ServerStartRequest request = request(measured.plan(), measured.phase(), measured.target());
        try {
            Optional<String> missing = runner.missing(request, command);
            if (missing.isPresent()) {
                return new AfterOutcome(command.name(), "skipped: " + missing.get(), List.of());
            }
            context.progress().format("  after     %s begins", command.name());
            AfterCommandEnd end = runner.run(request, measured.server(), command, folder(measured.server()));
            return end.isSuccess()
                    ? imported(measured, command, end)
                    : new AfterOutcome(command.name(), failed(command, end), List.of());
        } catch (IllegalArgumentException | UncheckedIOException | StoreException e) {
            return new AfterOutcome(command.name(), "failed: " + e.getMessage(), List.of());
        }
    }

    /** Beside the log of the server's start. */
    private static Path folder(ServerStartFacts server) {
        String name = String.valueOf(server.launch().log().getFileName()).replaceFirst("\\.log$", "");
        return server.launch().log().resolveSibling(name + "-after");
    }

    private static String failed(AfterCommand command, AfterCommandEnd end) {
        String how = end.timedOut()
                ? "it was not over within " + ValueText.duration(command.timeout()) + " and was ended"
                : end.exitStatus().isPresent()
                        ? "exit status " + end.exitStatus().getAsInt()
                        : "it was ended";
        String last = end.lastLines().isEmpty()
                ? ""
                : ": " + end.lastLines().get(end.lastLines().size() - 1);
        return "failed: " + how + last + " (log " + end.log() + ")";
    }

    private AfterOutcome imported(MeasuredRun measured, AfterCommand command, AfterCommandEnd end) {
        String took = "over after " + ValueText.duration(end.seconds());
        if (command.resultFormat().isEmpty()) {
            return new AfterOutcome(command.name(), took + " (log " + end.log() + ")", List.of());
        }
        List<Path> files = files(end.results());
        if (files.isEmpty()) {
            return new AfterOutcome(
                    command.name(), "failed: it wrote no results*.json into " + end.results(), List.of());
        }
        Importer.Outcome outcome;
        try (ResultStore store = measured.store().get()) {
            outcome = new Importer(store, measured.run().team())
                    .importRuns(
                            files,
                            terms(measured, command),
                            Importer.Moving.REFUSED,
                            context.wallClock().instant());
        }
        List<String> problems = new ArrayList<>(outcome.rejected());
        outcome.alreadyStored().values().forEach(run -> problems.add("the same result is in the store as run " + run));
        outcome.storedElsewhere()
                .values()
                .forEach(place -> problems.add("the same result is in the store as " + place));
        if (!problems.isEmpty()) {
            return new AfterOutcome(command.name(), "failed: " + String.join("; ", problems), List.of());
        }
        List<String> runs = outcome.stored().stream()
                .map(ImportedRun::run)
                .map(run -> run.getRun())
                .toList();
        int figures =
                outcome.stored().stream().mapToInt(run -> run.quality().size()).sum();
        return new AfterOutcome(
                command.name(),
                took + ", " + ValueText.count(figures, "figure") + " imported as run " + String.join(", ", runs),
                runs);
    }

    private static ImportOptions terms(MeasuredRun measured, AfterCommand command) {
        Map<String, String> labels = new HashMap<>(measured.labels());
        labels.put(LABEL, command.name());
        labels.put(RUN_LABEL, measured.run().run());
        return new ImportOptions(
                measured.plan().experiment(),
                Optional.of(measured.phase().name()),
                labels,
                measured.phase().flags(),
                command.resultFormat().map(ImportFormat::parse),
                Optional.empty());
    }

    private static List<Path> files(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> String.valueOf(file.getFileName()).matches(RESULT_FILE))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("the folder " + folder + " cannot be read: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        runner.close();
    }
}
