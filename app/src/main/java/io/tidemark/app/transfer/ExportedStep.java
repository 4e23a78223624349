package io.tidemark.app.transfer;

import io.tidemark.events.LoadKind;
import io.tidemark.schemas.Metric;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.ImportRow;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.sinks.store.read.step.StepResultRow;
import io.tidemark.sinks.store.read.step.StepRow;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;

/**
 * A step with a final result, on its way out.
 *
 * @param cap requests in flight beyond which one that is due waits; empty without a cap
 * @param requests by when they were due; empty once their retention is over, and where an import had figures only
 */
record ExportedStep(RunRow run, int step, StepResultRow result, OptionalInt cap, List<ExportedRequest> requests) {
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd_HHmmss").withZone(ZoneOffset.UTC);
    private static final double NANOS_PER_SECOND = 1e9;

    ExportedStep {
        requests = List.copyOf(requests);
    }

    /** The steps of a run that have a final result, by number. */
    static List<ExportedStep> of(ResultReader results, RunRow run) {
        Map<Integer, List<ExportedRequest>> requests = new HashMap<>();
        results.scanRequests(
                run.key(),
                request -> requests.computeIfAbsent(request.step(), step -> new ArrayList<>())
                        .add(ExportedRequest.of(request)));
        requests.values()
                .forEach(all ->
                        all.sort(Comparator.comparing(ExportedRequest::due).thenComparing(ExportedRequest::id)));
        List<ExportedStep> steps = new ArrayList<>();
        for (StepRow row : results.steps(run.key())) {
            OptionalInt cap =
                    row.state().map(state -> state.offered().concurrencyCap()).orElse(OptionalInt.empty());
            row.result()
                    .filter(StepResultRow::isOver)
                    .ifPresent(result -> steps.add(new ExportedStep(
                            run, row.step(), result, cap, requests.getOrDefault(row.step(), List.of()))));
        }
        return steps;
    }

    /** The id that the vllm-bench scenarios would give it: {@code phase-cc8-pref256-max128-20260301_100000}; with {@code rate2.0} for {@code cc8} where the load is a rate. */
    String scenarioId() {
        return plain(run.phase()) + "-" + load() + "-pref" + prefillTokens() + "-max" + maxNewTokens() + "-"
                + STAMP.format(result.measureFrom());
    }

    /** Its file name without an ending; unique, as it holds the run. */
    String fileName() {
        return scenarioId() + "-" + run.key().run();
    }

    private String load() {
        if (result.loadKind() == LoadKind.CONCURRENCY) {
            return "cc" + concurrency();
        }
        if (result.loadKind() == LoadKind.UNKNOWN) {
            return "loadunknown";
        }
        return result.load() == 0 ? "rateinf" : String.format(Locale.ROOT, "rate%s", result.load());
    }

    /** Numbers of another tool's file that have no column here, under its own names. */
    Map<String, Double> importedValues() {
        return run.imported().map(ImportRow::steps).filter(steps -> step < steps.size()).stream()
                .map(steps -> steps.get(step).figures())
                .findFirst()
                .orElse(Map.of());
    }

    /** Whether the tokens of its answers were counted. */
    boolean countsTokens() {
        return result.counts().outputTokens() > 0 || result.counts().ok() == 0;
    }

    int concurrency() {
        return result.loadKind() == LoadKind.CONCURRENCY ? (int) Math.round(result.load()) : 0;
    }

    /** Mean prompt length of the ok requests, rounded. */
    long prefillTokens() {
        return mean(result.counts().promptTokens());
    }

    /** Mean answer length of the ok requests, rounded. */
    long maxNewTokens() {
        return mean(result.counts().outputTokens());
    }

    private long mean(long tokens) {
        long ok = result.counts().ok();
        return ok == 0 ? 0 : Math.round((double) tokens / ok);
    }

    /**
     * From the start of the measured part to the end of its last request, as vLLM's client has it; without requests to its own end.
     * For an imported run it is the length of the measured part.
     */
    double seconds() {
        return (run.imported().isPresent() ? measuredNanos() : lastEndNanos()) / NANOS_PER_SECOND;
    }

    private long lastEndNanos() {
        return requests.stream()
                .mapToLong(request ->
                        Duration.between(result.measureFrom(), request.sent()).toNanos()
                                + request.nanos(Metric.E2E).orElse(0L))
                .max()
                .orElseGet(this::measuredNanos);
    }

    private long measuredNanos() {
        return Duration.between(result.measureFrom(), result.measureUntil().orElse(result.measureFrom()))
                .toNanos();
    }

    static String plain(String name) {
        return name.replaceAll("[^A-Za-z0-9._=]+", "_");
    }
}
