package io.tidemark.reports.requests;

import io.tidemark.analysis.quantile.RankedValues;
import io.tidemark.events.Outcome;
import io.tidemark.events.TokenSource;
import io.tidemark.reports.requests.RequestSummary.TurnRow;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.RequestClass;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.sinks.store.read.StoredRequest;
import io.tidemark.sinks.store.read.step.ErrorRow;
import io.tidemark.sinks.store.read.step.MetricRow;
import io.tidemark.sinks.store.read.step.RequestClassRow;
import io.tidemark.sinks.store.read.step.RequestTotalsRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** Adds up the requests of one step. For one thread. */
final class StepScan {
    private static final int EXAMPLES = 3;
    private static final Comparator<ErrorRow> MAX_FREQUENT_FIRST = Comparator.comparingLong(ErrorRow::requests)
            .reversed()
            .thenComparingInt(error -> error.httpStatus().orElse(0))
            .thenComparing(error -> error.type().orElse(""))
            .thenComparing(error -> error.code().orElse(""));

    private final RequestLatencyLimits limits;
    private final long[] limitsInOrder;
    private final CurrentRequest sample = new CurrentRequest();
    /** The class of the request before, its group, and whether that is part of all: most requests are of it. */
    private String lastClass = "";

    private RequestGroup ofLastClass = new RequestGroup();
    private boolean partOfAll;

    private final Map<String, RequestGroup> classes = new TreeMap<>();
    private final Map<Integer, RequestGroup> turns = new TreeMap<>();
    private final Map<TokenSource, LongAdder> sources = new EnumMap<>(TokenSource.class);
    private final Map<ErrorRow, Long> errors = new HashMap<>();
    private final Map<ErrorRow, String> errorTexts = new HashMap<>();
    private final Map<Outcome, List<String>> examples = new EnumMap<>(Outcome.class);
    private long retried;
    private long retries;
    private long within;

    StepScan(RequestLatencyLimits limits) {
        this.limits = limits;
        this.limitsInOrder = CurrentRequest.byIndex(limits.nanos());
    }

    void add(StoredRequest request) {
        sample.read(request);
        String requestClass = request.requestClass();
        if (classes.isEmpty() || !requestClass.equals(lastClass)) {
            lastClass = requestClass;
            ofLastClass = classes.computeIfAbsent(requestClass, name -> new RequestGroup());
            partOfAll = RequestClass.isPartOfAll(requestClass);
        }
        ofLastClass.add(sample);
        if (request.turn() > 0 && request.ofConversation()) {
            turns.computeIfAbsent(request.turn(), number -> new RequestGroup()).add(sample);
        }
        within += partOfAll && sample.isWithin(limitsInOrder) ? 1 : 0;
        count(request);
    }

    private void count(StoredRequest request) {
        int again = request.attempts() - 1;
        retried += again > 0 ? 1 : 0;
        retries += Math.max(0, again);
        if (sample.isOk()) {
            sources.computeIfAbsent(request.tokenSource(), source -> new LongAdder())
                    .increment();
            return;
        }
        ErrorRow error = new ErrorRow(
                request.outcome(), request.httpStatus(), request.errorType(), request.errorCode(), Optional.empty(), 0);
        errors.merge(error, 1L, Long::sum);
        request.errorText().ifPresent(text -> errorTexts.merge(error, text, StepScan::first));
        List<String> ids = examples.computeIfAbsent(request.outcome(), outcome -> new ArrayList<>());
        if (ids.size() < EXAMPLES) {
            ids.add(request.id());
        }
    }

    RequestSummary summary() {
        return new RequestSummary(
                values(),
                lengths(),
                ofClasses(),
                turns.entrySet().stream()
                        .map(turn -> turn.getValue().ofTurn(turn.getKey()))
                        .toList(),
                new RequestTotalsRow(sources(), retried, retries, errors()),
                limits.nanos().isEmpty() ? OptionalLong.empty() : OptionalLong.of(within),
                examples);
    }

    private Map<Metric, RankedValues> values() {
        Map<Metric, RankedValues> values = new EnumMap<>(Metric.class);
        CurrentRequest.METRICS.forEach(metric ->
                values.put(metric, LongSamples.merged(partsOfAll().map(group -> group.latencies(metric)))));
        return values;
    }

    private Map<TokenLength, RankedValues> lengths() {
        Map<TokenLength, RankedValues> values = new EnumMap<>(TokenLength.class);
        CurrentRequest.LENGTHS.forEach(length ->
                values.put(length, LongSamples.merged(partsOfAll().map(group -> group.lengths(length)))));
        return values;
    }

    private Stream<RequestGroup> partsOfAll() {
        return classes.entrySet().stream()
                .filter(entry -> RequestClass.isPartOfAll(entry.getKey()))
                .map(Map.Entry::getValue);
    }

    /** None where all requests are of one class: that is the step. */
    private List<RequestClassRow> ofClasses() {
        return classes.entrySet().stream()
                .filter(entry -> !entry.getKey().equals(RequestClass.ALL))
                .map(entry -> entry.getValue().ofClass(entry.getKey()))
                .toList();
    }

    private Map<TokenSource, Long> sources() {
        Map<TokenSource, Long> seen = new EnumMap<>(TokenSource.class);
        sources.forEach((source, requests) -> seen.put(source, requests.sum()));
        return seen;
    }

    private List<ErrorRow> errors() {
        return errors.entrySet().stream()
                .map(entry -> counted(entry.getKey(), entry.getValue()))
                .sorted(MAX_FREQUENT_FIRST)
                .toList();
    }

    private ErrorRow counted(ErrorRow error, long requests) {
        Optional<String> text = Optional.ofNullable(errorTexts.get(error));
        return new ErrorRow(error.outcome(), error.httpStatus(), error.type(), error.code(), text, requests);
    }

    /** One text stands for all of an error, the same one whatever the order of the rows. */
    private static String first(String one, String other) {
        return one.compareTo(other) <= 0 ? one : other;
    }

    /** Requests of one class, or of one turn. Latencies and lengths are of the ok ones. For one thread. */
    private static final class RequestGroup {
        /** In the order of {@link CurrentRequest#METRICS}. */
        private final LongSamples[] latencies = made(CurrentRequest.METRICS.size());
        /** In the order of {@link CurrentRequest#LENGTHS}. */
        private final LongSamples[] lengths = made(CurrentRequest.LENGTHS.size());

        private long due;
        private long ok;

        private static LongSamples[] made(int count) {
            return Stream.generate(LongSamples::new).limit(count).toArray(LongSamples[]::new);
        }

        void add(CurrentRequest request) {
            due++;
            if (request.isOk()) {
                ok++;
                request.addLatenciesTo(latencies);
                request.addLengthsTo(lengths);
            }
        }

        /** Of one of {@link CurrentRequest#METRICS}. */
        LongSamples latencies(Metric metric) {
            return latencies[CurrentRequest.METRICS.indexOf(metric)];
        }

        LongSamples lengths(TokenLength length) {
            return lengths[CurrentRequest.LENGTHS.indexOf(length)];
        }

        RequestClassRow ofClass(String name) {
            return new RequestClassRow(name, due, ok, metrics());
        }

        TurnRow ofTurn(int turn) {
            Map<TokenLength, RankedValues> counted = new EnumMap<>(TokenLength.class);
            for (TokenLength length : CurrentRequest.LENGTHS) {
                counted.put(length, lengths(length).rankedValues());
            }
            return new TurnRow(turn, due, ok, metrics(), counted);
        }

        private Map<Metric, MetricRow> metrics() {
            Map<Metric, MetricRow> rows = new EnumMap<>(Metric.class);
            for (Metric metric : CurrentRequest.METRICS) {
                long[] sorted = latencies(metric).sorted();
                if (sorted.length > 0) {
                    rows.put(metric, row(metric, sorted));
                }
            }
            return rows;
        }

        /** With percentiles at the nearest rank of the exact values, and without a sketch. */
        private static MetricRow row(Metric metric, long[] sorted) {
            return new MetricRow(
                    metric,
                    sorted.length,
                    Arrays.stream(sorted).sum(),
                    OptionalLong.of(sorted[0]),
                    OptionalLong.of(sorted[sorted.length - 1]),
                    at(0.5, sorted),
                    at(0.9, sorted),
                    at(0.95, sorted),
                    at(0.99, sorted),
                    new LogHistogram());
        }

        private static OptionalLong at(double q, long[] sorted) {
            return OptionalLong.of(RankedValues.sorted(sorted).quantileNanos(q));
        }
    }
}
