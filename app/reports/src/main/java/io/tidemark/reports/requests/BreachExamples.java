package io.tidemark.reports.requests;

import io.tidemark.analysis.objective.RequestVerdict;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.schemas.Metric;
import io.tidemark.sinks.store.read.BreachRow;
import io.tidemark.sinks.store.read.StoredRequest;
import io.tidemark.sinks.store.read.run.SloRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Picks the requests that show a breach: counted from a window before it opened until it closed, bad by its objective, and the worst of
 * these. A request counts at its first token for a TTFT, else at its end. For one thread.
 */
final class BreachExamples {
    private static final int MAX = 3;

    private final BreachRow breach;
    private final ObjectiveState objective;
    private final Map<Metric, Long> limitsNanos;
    private final Instant from;
    private final Instant until;
    private final List<BreachExample> worst = new ArrayList<>();

    BreachExamples(BreachRow breach, List<SloRow> slo) {
        this.breach = breach;
        this.objective = objective(breach, slo);
        this.limitsNanos = RequestVerdict.limitsNanos(objective);
        this.from = breach.opened().minusSeconds(breach.windowSeconds());
        this.until = breach.closed().orElse(breach.updated());
    }

    /**
     * As declared; a limit of a quantile is that at which the breach opened, for a run may change it. A breach of a burn-rate rule has the
     * rule's burn rate as its limit. Where the objective is stored no longer, only requests that are not ok show such a breach.
     */
    private static ObjectiveState objective(BreachRow breach, List<SloRow> slo) {
        ObjectiveState.Builder objective = slo.stream()
                .filter(row -> row.name().equals(breach.objective()))
                .findFirst()
                .map(row -> ObjectiveState.newBuilder(row.toEvent()))
                .orElseGet(() -> ObjectiveState.newBuilder()
                        .setName(breach.objective())
                        .setKind(ObjectiveKind.ERROR_RATIO)
                        .setRequestClass(breach.requestClass()));
        if (breach.metric().isPresent() && breach.remarks().rule().isEmpty()) {
            objective
                    .setKind(ObjectiveKind.QUANTILE)
                    .setMetric(breach.metric().get().event())
                    .setLimitNanos((long) breach.limit());
        }
        return objective.build();
    }

    void add(StoredRequest request) {
        if (request.step() != breach.step() || !inTime(request) || !broke(request)) {
            return;
        }
        BreachExample culprit = new BreachExample(request.id(), request.due(), request.outcome(), worstValue(request));
        worst.add(culprit);
        worst.sort(BreachExample.WORST_FIRST);
        if (worst.size() > MAX) {
            worst.remove(MAX);
        }
    }

    String breach() {
        return breach.breach();
    }

    List<BreachExample> worst() {
        return List.copyOf(worst);
    }

    private boolean broke(StoredRequest request) {
        return RequestVerdict.isBad(
                objective, new RequestVerdict.Facts(request.requestClass(), request.outcome(), request::nanos));
    }

    private boolean inTime(StoredRequest request) {
        Optional<Metric> metric = breach.metric();
        boolean atFirstToken = metric.isPresent() && (metric.get() == Metric.TTFT || metric.get() == Metric.TTFT_DUE);
        OptionalLong first = atFirstToken ? request.firstTokenNanos() : OptionalLong.empty();
        Duration after = Duration.ofNanos(
                first.isPresent() ? first.getAsLong() : request.endNanos().orElse(0));
        Instant counted = request.due().plus(after);
        return !counted.isBefore(from) && !counted.isAfter(until);
    }

    private Optional<BreachExample.Value> worstValue(StoredRequest request) {
        return limitsNanos.entrySet().stream()
                .flatMap(limit -> request.nanos(limit.getKey()).stream()
                        .mapToObj(nanos ->
                                new BreachExample.Value(limit.getKey(), nanos, (double) nanos / limit.getValue())))
                .max(Comparator.comparingDouble(BreachExample.Value::timesLimit));
    }
}
