package io.tidemark.importers.run;

import io.tidemark.events.Finality;
import io.tidemark.events.MetricResult;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.StepPart;
import io.tidemark.events.StepResult;
import io.tidemark.events.StepState;
import io.tidemark.importers.result.MeasuredRequest;
import io.tidemark.importers.result.Measurement;
import io.tidemark.importers.result.MetricSummary;
import io.tidemark.importers.result.RequestCounts;
import io.tidemark.importers.result.RequestMetricSummaries;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.RequestClass;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The state, the result and the requests of a step that another tool measured. */
record StepEventFactory(RunState run) {
    /** The sum of a metric of which only other figures are known, as the store has it. */
    private static final long UNKNOWN_SUM = -1;

    StepState state(int number, Measurement measured) {
        RequestCounts tally = measured.counts();
        double seconds = measured.span().seconds();
        StepState.Builder state = StepState.newBuilder()
                .setRun(run.getRun())
                .setStep(number)
                .setLoadKind(measured.load().kind())
                .setLoad(measured.load().load())
                .setArrivals(measured.load().arrivals())
                .setStarted(measured.span().start())
                .setMeasureFrom(measured.span().start())
                .setMeasureUntil(measured.span().end())
                .setEnded(measured.span().end())
                .setRequestsByLane(Map.of(ImportedRunFactory.LANE, tally.due()))
                .setMeasuredByLane(Map.of(ImportedRunFactory.LANE, tally.due()))
                .setSent(tally.due())
                .setPlannedRequests(tally.due())
                .setInFlightPeak(peak(measured))
                .setOkRequests(tally.ok())
                .setOkOutputTokens(tally.outputTokens());
        measured.load().cap().ifPresent(state::setConcurrencyCap);
        if (seconds > 0 && tally.due() > 0) {
            state.setAchievedRate(tally.due() / seconds);
        }
        return state.build();
    }

    StepResult result(int number, Measurement measured) {
        RequestCounts tally = measured.counts();
        Map<String, Long> outcomes = new HashMap<>();
        tally.outcomes().forEach((outcome, count) -> outcomes.put(outcome.name(), count));
        return StepResult.newBuilder()
                .setRun(run.getRun())
                .setStep(number)
                .setExperiment(run.getExperiment())
                .setPhase(run.getPhase())
                .setTarget("default")
                .setRequestClass(RequestClass.ALL)
                .setWorkloadHash(run.getWorkloadHash())
                .setFinality(Finality.FINAL)
                .setLoadKind(measured.load().kind())
                .setLoad(measured.load().load())
                .setMeasureFrom(measured.span().start())
                .setMeasureUntil(measured.span().end())
                .setDue(tally.due())
                .setSent(tally.due())
                .setOk(tally.ok())
                .setOutcomes(outcomes)
                .setPromptTokens(tally.promptTokens())
                .setOutputTokens(tally.outputTokens())
                .setInFlightPeak(peak(measured))
                .setMetrics(metrics(measured))
                .setVerdict(measured.remarks().verdict())
                .setRunStatus(RunStatus.ENDED)
                .build();
    }

    private static @Nullable Integer peak(Measurement measured) {
        Double peak = measured.remarks().figures().get("max_concurrent_requests");
        return peak == null ? null : (Integer) (int) Math.round(peak);
    }

    private static List<MetricResult> metrics(Measurement measured) {
        Map<Metric, MetricSummary> all = new EnumMap<>(Metric.class);
        all.putAll(RequestMetricSummaries.of(measured.requests()));
        measured.metrics()
                .forEach(
                        (metric, stated) -> all.merge(metric, stated, (values, figure) -> figure.withFallback(values)));
        return all.entrySet().stream()
                .map(metric -> result(metric.getKey(), metric.getValue()))
                .toList();
    }

    private static MetricResult result(Metric metric, MetricSummary figure) {
        return MetricResult.newBuilder()
                .setMetric(metric.event())
                .setCount(figure.count())
                .setSumNanos(figure.mean().isPresent() ? sum(figure) : UNKNOWN_SUM)
                .setMinNanos(orNull(figure.min()))
                .setMaxNanos(orNull(figure.max()))
                .setP50Nanos(orNull(figure.quantile(0.5)))
                .setP90Nanos(orNull(figure.quantile(0.9)))
                .setP95Nanos(orNull(figure.quantile(0.95)))
                .setP99Nanos(orNull(figure.quantile(0.99)))
                .setSketch(ByteBuffer.wrap(figure.sketch().encode()))
                .build();
    }

    private static long sum(MetricSummary figure) {
        return figure.sketch().isEmpty()
                ? Math.round(figure.mean().orElse(0) * figure.count())
                : figure.sketch().sum();
    }

    private static @Nullable Long orNull(OptionalLong value) {
        return value.isPresent() ? (Long) value.getAsLong() : null;
    }

    /**
     * Its requests, by when they were sent.
     *
     * @param first number of the first one in the run
     */
    List<ImportedRun.Request> requests(int step, Measurement measured, int first) {
        List<MeasuredRequest> sorted = measured.requests().stream()
                .sorted(Comparator.comparing(MeasuredRequest::sent))
                .toList();
        List<ImportedRun.Request> events = new ArrayList<>();
        for (int i = 0; i < sorted.size(); i++) {
            MeasuredRequest request = sorted.get(i);
            RequestEvent.Builder event = RequestEvent.newBuilder()
                    .setRun(run.getRun())
                    .setStep(step)
                    .setLane(ImportedRunFactory.LANE)
                    .setLaneSeq(first + i)
                    .setRequest(ImportedRunFactory.LANE + "-" + (first + i))
                    .setModel(measured.target().model());
            answer(event, request);
            stamps(event, request);
            events.add(
                    new ImportedRun.Request(event.build(), request.queueNanos().isPresent()));
        }
        return events;
    }

    private static void answer(RequestEvent.Builder event, MeasuredRequest request) {
        event.setTarget("default")
                .setRequestClass(RequestClass.ALL)
                .setConversation(request.conversation().orElse(null))
                .setPart(StepPart.MEASURED)
                .setStreaming(request.timing().firstToken().isPresent())
                .setOutcome(request.completion().outcome())
                .setErrorType(request.completion().errorType().orElse(null))
                .setErrorText(request.completion().errorText().orElse(null))
                .setPromptTokens(orNull(request.tokens().prompt()))
                .setOutputTokens(orNull(request.tokens().output()))
                .setChunkCount(
                        request.timing().gaps().isEmpty()
                                ? 0
                                : (int) request.timing().gaps().count() + 1)
                .setItlSketch(ByteBuffer.wrap(request.timing().gaps().encode()));
    }

    private static void stamps(RequestEvent.Builder event, MeasuredRequest request) {
        long queued = request.queueNanos().orElse(0);
        event.setDue(request.sent().minusNanos(queued))
                .setSentNanos(queued)
                .setFirstTokenNanos(sinceDue(request.timing().firstToken(), queued))
                .setLastTokenNanos(sinceDue(request.timing().lastToken(), queued))
                .setEndNanos(sinceDue(request.timing().lastToken(), queued));
    }

    private static @Nullable Long sinceDue(OptionalLong sinceSent, long queued) {
        return sinceSent.isPresent() ? (Long) (sinceSent.getAsLong() + queued) : null;
    }

    private static @Nullable Integer orNull(OptionalInt value) {
        return value.isPresent() ? (Integer) value.getAsInt() : null;
    }
}
