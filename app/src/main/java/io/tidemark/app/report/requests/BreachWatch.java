package io.tidemark.app.report.requests;

import io.tidemark.events.Outcome;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.RequestClass;
import io.tidemark.sinks.store.read.BreachRow;
import io.tidemark.sinks.store.read.ScannedRequest;
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
final class BreachWatch {
    private static final int MOST = 3;

    private final BreachRow breach;
    private final Instant from;
    private final Instant until;
    private final List<Culprit> worst = new ArrayList<>();

    BreachWatch(BreachRow breach) {
        this.breach = breach;
        this.from = breach.opened().minusSeconds(breach.windowSeconds());
        this.until = breach.closed().orElse(breach.updated());
    }

    void see(ScannedRequest request) {
        if (request.step() != breach.step() || !ofClass(request) || !broke(request) || !inTime(request)) {
            return;
        }
        Culprit culprit = new Culprit(request.id(), request.due(), request.outcome(), value(request));
        worst.add(culprit);
        worst.sort(Culprit.WORST_FIRST);
        if (worst.size() > MOST) {
            worst.remove(MOST);
        }
    }

    String breach() {
        return breach.breach();
    }

    List<Culprit> worst() {
        return List.copyOf(worst);
    }

    private boolean ofClass(ScannedRequest request) {
        return breach.requestClass().equals(RequestClass.ALL)
                || breach.requestClass().equals(request.requestClass());
    }

    private boolean broke(ScannedRequest request) {
        if (request.outcome() != Outcome.OK) {
            return true;
        }
        OptionalLong value = value(request);
        return value.isPresent() && value.getAsLong() > breach.limit();
    }

    private boolean inTime(ScannedRequest request) {
        Optional<Metric> metric = breach.metric();
        boolean atFirstToken = metric.isPresent() && (metric.get() == Metric.TTFT || metric.get() == Metric.TTFT_DUE);
        OptionalLong first = atFirstToken ? request.firstTokenNanos() : OptionalLong.empty();
        Duration after = Duration.ofNanos(
                first.isPresent() ? first.getAsLong() : request.endNanos().orElse(0));
        Instant counted = request.due().plus(after);
        return !counted.isBefore(from) && !counted.isAfter(until);
    }

    private OptionalLong value(ScannedRequest request) {
        return breach.metric().map(request::nanos).orElse(OptionalLong.empty());
    }
}
