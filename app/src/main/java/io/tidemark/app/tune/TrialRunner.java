package io.tidemark.app.tune;

import io.tidemark.app.server.AfterOutcome;
import io.tidemark.app.tune.measure.Measurement;
import io.tidemark.events.TrialState;
import io.tidemark.events.TrialStatus;
import io.tidemark.reports.compare.PhaseOrder;
import io.tidemark.reports.compare.TuneLabels;
import io.tidemark.reports.tune.TrialFacts;
import io.tidemark.servers.RunningServer;
import io.tidemark.servers.ServerStartException;
import io.tidemark.servers.ServerStartFacts;
import io.tidemark.servers.diagnose.ServerEnd;
import io.tidemark.servers.diagnose.ServerFailure;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes one start: starts the server, has it measured, stops it, and publishes what came of it. Not thread-safe. */
record TrialRunner(TuneRun.Parts parts) {
    /**
     * A start that is over.
     *
     * @param trial as it was published last
     * @param unreleased why no other server may be started: the one before did not give back its port or memory
     */
    record Ended(TrialState trial, Optional<String> unreleased) {}

    /** @param isStopping whether the tune was asked to stop: what did not end by then is measured anew */
    Ended run(String tune, String experiment, PlannedStart start, BooleanSupplier isStopping)
            throws InterruptedException {
        TrialState.Builder trial = TrialState.newBuilder()
                .setTune(tune)
                .setNumber(start.number())
                .setBlock(start.block())
                .setPurpose(start.purpose())
                .setExperiment(experiment)
                .setPhase(start.phase().name())
                .setFlags(start.phase().flags())
                .setFacts(ServerFactTexts.ofLoad(start.phase()))
                .setStarted(now())
                .setStatus(TrialStatus.STARTING);
        parts.journal().accept(trial.build());
        parts.listener().starting(start, parts.source().planned());
        RunningServer server;
        try {
            server = parts.launcher().start(parts.requests().apply(start));
        } catch (ServerStartException e) {
            e.facts().ifPresent(facts -> note(trial, facts));
            boolean stopped = isStopping.getAsBoolean();
            String reason = e.facts()
                    .flatMap(ServerStartFacts::end)
                    .map(end -> "the server " + e.failure().description() + ": " + end.reason())
                    .orElseGet(() -> String.valueOf(e.getMessage()));
            trial.setStatus(stopped ? TrialStatus.INTERRUPTED : TrialStatus.INFEASIBLE)
                    .setFailure(e.failure().name())
                    .setDescription(reason);
            return over(
                    trial,
                    e.failure() == ServerFailure.NOT_RELEASED
                            ? Optional.of(String.valueOf(e.getMessage()))
                            : Optional.empty());
        }
        Measurement.Result result;
        List<AfterOutcome> afterwards = List.of();
        try {
            note(trial, server.facts());
            parts.journal().accept(trial.setStatus(TrialStatus.MEASURING).build());
            parts.listener().ready(server.facts());
            result = start.measurement().measure(start.phase(), labels(tune, start));
            if (start.isDeciding() && result.complete() && !isStopping.getAsBoolean() && server.isAlive()) {
                afterwards = parts.after().run(start, server, result, labels(tune, start));
            }
        } finally {
            // Whatever a measurement ends with, its server is stopped.
            server.close();
        }
        Optional<ServerFailure> crash = server.failure().filter(failure -> failure != ServerFailure.NOT_RELEASED);
        ServerStartFacts facts = server.facts();
        note(trial, facts);
        note(trial, result, afterwards);
        trial.setRuns(Stream.concat(result.runs().stream(), afterwards.stream().flatMap(one -> one.runs().stream()))
                        .toList())
                .setHeldUpTo(orNull(result.value().low()))
                .setFailsFrom(orNull(result.value().high()))
                .setDescription(result.description());
        if (!result.complete() || isStopping.getAsBoolean()) {
            trial.setStatus(TrialStatus.INTERRUPTED);
        } else if (crash.isPresent()) {
            trial.setStatus(TrialStatus.INFEASIBLE)
                    .setFailure(crash.get().name())
                    .setDescription("the server " + crash.get().description()
                            + facts.end().map(end -> ": " + end.reason()).orElse(""));
        } else {
            trial.setStatus(TrialStatus.MEASURED);
        }
        return over(trial, unreleased(facts));
    }

    private Ended over(TrialState.Builder trial, Optional<String> unreleased) {
        TrialState ended = trial.setEnded(now()).build();
        parts.journal().accept(ended);
        parts.listener().startEnded(ended);
        return new Ended(ended, unreleased);
    }

    private static Optional<String> unreleased(ServerStartFacts facts) {
        return facts.end()
                .filter(end -> end.failure() == ServerFailure.NOT_RELEASED)
                .map(ServerEnd::reason);
    }

    /** Runs of one block are compared with each other first. */
    private static Map<String, String> labels(String tune, PlannedStart start) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put(TuneLabels.TUNE, tune);
        labels.put(TuneLabels.START, String.valueOf(start.number()));
        if (start.block() > 0) {
            labels.put(PhaseOrder.SEQUENCE, tune);
            labels.put(PhaseOrder.BLOCK, String.valueOf(start.block()));
        }
        return labels;
    }

    private static void note(TrialState.Builder trial, ServerStartFacts facts) {
        Map<String, String> texts = new LinkedHashMap<>(trial.getFacts());
        texts.putAll(ServerFactTexts.of(facts));
        trial.setCommand(String.join(" ", facts.launch().command()))
                .setLog(facts.launch().log().toString())
                .setFacts(texts)
                .setStartupSeconds(orNull(facts.observed().startUpSeconds()))
                .setFirstRequestSeconds(orNull(facts.observed().firstRequestSeconds()))
                .setLastLines(facts.end()
                        .filter(end -> end.failure() != ServerFailure.STOPPED)
                        .map(ServerEnd::lastLines)
                        .orElseGet(() -> StartLines.of(facts.observed().lastLines())));
    }

    /** Beside what the server reported of itself. */
    private static void note(TrialState.Builder trial, Measurement.Result result, List<AfterOutcome> afterwards) {
        Map<String, String> facts = new LinkedHashMap<>(trial.getFacts());
        facts.putAll(ServerFactTexts.of(result));
        afterwards.forEach(one -> facts.put(TrialFacts.AFTER + one.name(), one.description()));
        trial.setFacts(facts);
    }

    private static @Nullable Double orNull(OptionalDouble value) {
        return value.isPresent() ? value.getAsDouble() : null;
    }

    private Instant now() {
        return parts.context().wallClock().instant();
    }
}
