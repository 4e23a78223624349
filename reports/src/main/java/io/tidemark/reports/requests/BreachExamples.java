package io.tidemark.reports.requests;

import io.tidemark.events.Outcome;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.RequestClass;
import io.tidemark.sinks.store.read.BreachRow;
import io.tidemark.sinks.store.read.StoredRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Picks the requests that show a breach: counted from a window before it opened until it closed, worse than its limit, and the worst of
 * these. A request counts at its first token for a TTFT, else at its end. For one thread.
 */
final class BreachExamples {
    private static final int MAX = 3;

    private final BreachRow breach;
    private final Instant from;
    private final Instant until;
    private final List<BreachExample> worst = new ArrayList<>();

    BreachExamples(BreachRow breach) {
        this.breach = breach;
        this.from = breach.opened().minusSeconds(breach.windowSeconds());
        this.until = breach.closed().orElse(breach.updated());
    }

    void add(StoredRequest request) {
        if (request.step() != breach.step() || !ofClass(request) || !broke(request) || !inTime(request)) {
            return;
        }
        BreachExample culprit = new BreachExample(request.id(), request.due(), request.outcome(), value(request));
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

    private boolean ofClass(StoredRequest request) {
        return breach.requestClass().equals(RequestClass.ALL)
                || breach.requestClass().equals(request.requestClass());
    }

    private boolean broke(StoredRequest request) {
        if (request.outcome() != Outcome.OK) {
            return true;
        }
        OptionalLong value = value(request);
        return value.isPresent() && value.getAsLong() > breach.limit();
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

    private OptionalLong value(StoredRequest request) {
        return breach.metric().map(request::nanos).orElse(OptionalLong.empty());
    }
}
