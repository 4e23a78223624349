package io.tidemark.importers.run;

import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.TargetRef;
import io.tidemark.importers.result.Measurement;
import io.tidemark.importers.result.Measurement.BenchmarkTool;
import io.tidemark.importers.run.ImportedRun.Provenance;
import io.tidemark.importers.run.ImportedRun.Source;
import io.tidemark.schemas.Sha256;
import io.tidemark.schemas.Ulid;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Makes the events of a run out of its results. */
public final class ImportedRunFactory {
    static final String LANE = "imported";

    private final List<Measurement> results;
    private final List<Measurement> steps;
    private final ImportOptions terms;
    private final String id;
    private final String phase;

    private ImportedRunFactory(List<Measurement> results, ImportOptions terms, String phase) {
        this.results = results;
        this.steps = results.stream().filter(Measurement::hasLoad).toList();
        this.terms = terms;
        this.id = id(results);
        this.phase = phase;
    }

    /** @param results by load; one at least */
    public static ImportedRun of(List<Measurement> results, ImportOptions terms, String phase) {
        return new ImportedRunFactory(results, terms, phase).run();
    }

    private ImportedRun run() {
        RunState state = state();
        StepEventFactory events = new StepEventFactory(state);
        List<ImportedRun.Request> requests = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            requests.addAll(events.requests(i, steps.get(i), requests.size()));
        }
        List<Integer> numbers = IntStream.range(0, steps.size()).boxed().toList();
        return new ImportedRun(
                state,
                numbers.stream().map(i -> events.state(i, steps.get(i))).toList(),
                numbers.stream().map(i -> events.result(i, steps.get(i))).toList(),
                requests,
                mark(),
                results.stream()
                        .flatMap(measured -> measured.remarks().quality().stream())
                        .toList());
    }

    private RunState state() {
        Measurement first = results.get(0);
        Map<String, String> labels = new HashMap<>(first.context().labels());
        results.forEach(
                other -> labels.entrySet().retainAll(other.context().labels().entrySet()));
        labels.putAll(terms.labels());
        Map<String, String> config = new HashMap<>(first.context().config());
        config.putAll(terms.config());
        TargetRef.Builder target = TargetRef.newBuilder()
                .setName("default")
                .setUrl(first.target().url())
                .setModel(first.target().model())
                .setScrapeUrls(List.of());
        first.target().serverVersion().ifPresent(target::setServerVersion);
        String workload = first.context().workload();
        return RunState.newBuilder()
                .setRun(id)
                .setExperiment(terms.experiment())
                .setPhase(phase)
                .setWorkloadHash(workload.isEmpty() ? "" : Sha256.hex(workload))
                .setToolVersion(first.tool().name()
                        + (first.tool().version().isEmpty()
                                ? ""
                                : " " + first.tool().version()))
                .setTargets(List.of(target.build()))
                .setLanes(List.of(LANE))
                .setStepCount(steps.size())
                .setStarted(start(results))
                .setEnded(end(results))
                .setStatus(RunStatus.ENDED)
                .setPhaseConfig(config)
                .setLabels(labels)
                .setRemarks(workload.isEmpty() ? List.of() : List.of("workload: " + workload))
                .build();
    }

    private Provenance mark() {
        BenchmarkTool tool = results.get(0).tool();
        Set<String> lacks = new LinkedHashSet<>();
        Map<String, String> definitions = new TreeMap<>();
        List<Source> sources = new ArrayList<>();
        for (Measurement measured : ordered()) {
            lacks.addAll(measured.remarks().missingData());
            definitions.putAll(measured.tool().definitions());
            sources.add(new Source(
                    measured.source().file(),
                    measured.source().place(),
                    measured.source().hash(),
                    measured.remarks().figures()));
        }
        return new Provenance(
                tool.name(), tool.version(), tool.format().id(), List.copyOf(lacks), definitions, sources);
    }

    private List<Measurement> ordered() {
        List<Measurement> ordered = new ArrayList<>(steps);
        results.stream().filter(measured -> !measured.hasLoad()).forEach(ordered::add);
        return ordered;
    }

    /** Its time, if its files give one, and a hash of their content, so that the same content is the same run. */
    private static String id(List<Measurement> run) {
        String content = run.stream()
                .map(measured -> measured.source().hash())
                .sorted()
                .toList()
                .toString();
        byte[] hash = Sha256.bytes(content);
        boolean dated = run.stream().allMatch(measured -> measured.span().dated());
        Instant start = dated ? start(run) : Instant.EPOCH;
        int[] at = {0};
        return Ulid.next(
                InstantSource.fixed(start.isBefore(Instant.EPOCH) ? Instant.EPOCH : start),
                () -> upperHalf(hash[at[0]++]));
    }

    /** Where a generator's {@code nextInt} looks. */
    private static long upperHalf(byte bits) {
        return (long) bits << Integer.SIZE;
    }

    private static Instant start(List<Measurement> run) {
        return run.stream()
                .map(measured -> measured.span().start())
                .min(Comparator.naturalOrder())
                .orElseThrow();
    }

    private static Instant end(List<Measurement> run) {
        return run.stream()
                .map(measured -> measured.span().end())
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }
}
