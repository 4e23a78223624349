package io.tidemark.reports.requests;

import io.tidemark.sinks.store.read.BreachRow;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.StoredRequest;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.read.run.SloRow;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Adds up a run's requests, step by step, in one pass. For one thread. */
public final class RunScan {
    private final RequestLatencyLimits limits;
    private final Map<Integer, StepScan> steps = new HashMap<>();
    private final Map<Integer, List<BreachExamples>> watches;
    /** The step of the request before: most requests follow one of their own step. */
    private int lastStep;

    private @Nullable StepScan ofLastStep;
    private List<BreachExamples> watchesOfLastStep = List.of();

    private RunScan(List<SloRow> slo, List<BreachRow> breaches) {
        this.limits = RequestLatencyLimits.of(slo);
        this.watches = breaches.stream()
                .collect(Collectors.groupingBy(
                        BreachRow::step,
                        Collectors.mapping(breach -> new BreachExamples(breach, slo), Collectors.toList())));
    }

    /** Of one run; empty when the store no longer has its requests. */
    public static RunScan of(ResultReader store, RunKey run, List<SloRow> slo, List<BreachRow> breaches) {
        RunScan scan = new RunScan(slo, breaches);
        store.scanRequests(run, scan::add);
        return scan;
    }

    private void add(StoredRequest request) {
        scan(request.step()).add(request);
        for (BreachExamples watch : watchesOfLastStep) {
            watch.add(request);
        }
    }

    private StepScan scan(int step) {
        StepScan scan = ofLastStep;
        if (scan == null || step != lastStep) {
            scan = steps.computeIfAbsent(step, number -> new StepScan(limits));
            ofLastStep = scan;
            lastStep = step;
            watchesOfLastStep = watches.getOrDefault(step, List.of());
        }
        return scan;
    }

    /** Of a step's measured part. */
    public RequestSummary step(int number) {
        StepScan scan = steps.get(number);
        return scan == null ? RequestSummary.NONE : scan.summary();
    }

    /** The requests that show each breach, by its id, the worst first; not those that are stored no longer. */
    public Map<String, List<BreachExample>> breachExamples() {
        return watches.values().stream()
                .flatMap(List::stream)
                .collect(Collectors.toMap(BreachExamples::breach, BreachExamples::worst));
    }
}
