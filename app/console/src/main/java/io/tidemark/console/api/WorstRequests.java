package io.tidemark.console.api;

import io.tidemark.analysis.objective.RequestVerdict;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.Outcome;
import io.tidemark.schemas.StepNumber;
import io.tidemark.sinks.store.read.RequestVisitor;
import io.tidemark.sinks.store.read.StoredRequest;
import io.tidemark.sinks.store.read.run.SloRow;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;

/** Picks the requests that broke an objective: not ok, or over a limit of it. Those that are not ok come first, then the slowest. For one thread. */
final class WorstRequests implements RequestVisitor {
    private static final Comparator<Request> WORST_FIRST = Comparator.comparing(
                    (Request request) -> request.outcome().equals(Outcome.OK.name()))
            .thenComparing(Comparator.comparingLong(
                            (Request request) -> request.valueNanos().orElse(Long.MAX_VALUE))
                    .reversed())
            .thenComparing(Request::due)
            .thenComparing(Request::id);

    /** @param valueNanos in the objective's metric */
    record Request(String id, int step, Instant due, String outcome, OptionalLong valueNanos, Optional<String> error) {}

    /**
     * @param total all that were worse than the objective's limit or not ok
     * @param requests the worst of them, the worst first
     */
    record View(String objective, long total, List<Request> requests) {}

    private final SloRow objective;
    private final ObjectiveState judged;
    private final Optional<Instant> from;
    private final Optional<Instant> until;
    private final int limit;
    /** The least bad of them is at its head. */
    private final PriorityQueue<Request> worst = new PriorityQueue<>(WORST_FIRST.reversed());

    private long total;

    /**
     * @param from earliest due time, inclusive
     * @param until latest due time, inclusive
     */
    WorstRequests(SloRow objective, Optional<Instant> from, Optional<Instant> until, int limit) {
        this.objective = objective;
        this.judged = objective.toEvent();
        this.from = from;
        this.until = until;
        this.limit = limit;
    }

    @Override
    public void visit(StoredRequest request) {
        RequestVerdict.Facts facts =
                new RequestVerdict.Facts(request.requestClass(), request.outcome(), request::nanos);
        if (!isInTime(request.due()) || !RequestVerdict.isBad(judged, facts)) {
            return;
        }
        total++;
        worst.add(new Request(
                request.id(),
                StepNumber.of(request.step()),
                request.due(),
                request.outcome().name(),
                objective.metric().map(request::nanos).orElse(OptionalLong.empty()),
                request.outcome() == Outcome.OK ? Optional.empty() : error(request)));
        if (worst.size() > limit) {
            worst.remove();
        }
    }

    private boolean isInTime(Instant due) {
        return from.map(first -> !due.isBefore(first)).orElse(true)
                && until.map(last -> !due.isAfter(last)).orElse(true);
    }

    private static Optional<String> error(StoredRequest request) {
        return request.errorText()
                .or(request::errorType)
                .or(() -> request.httpStatus().isPresent()
                        ? Optional.of("HTTP " + request.httpStatus().getAsInt())
                        : Optional.empty());
    }

    View view() {
        return new View(
                objective.name(), total, worst.stream().sorted(WORST_FIRST).toList());
    }
}
