package io.tidemark.app.live;

import io.tidemark.analysis.objective.RequestVerdict;
import io.tidemark.analysis.objective.WithheldVerdict;
import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.StepPart;
import io.tidemark.events.Verdict;
import io.tidemark.producer.client.CallObserver;
import io.tidemark.producer.record.ObservedRequest;
import io.tidemark.producer.record.RequestObserver;
import io.tidemark.schemas.DoubtTally;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.RequestDoubts;
import io.tidemark.schemas.sketch.LogHistogram;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Where the objectives stand in the step that runs, from its measured requests that ended, as this client saw them: within one percent, for the
 * eye. Hands all that it sees to another observer. Thread-safe.
 */
public final class SloTally implements RequestObserver {
    private static final int MAX_WAITING = 1_000;

    private final List<ObjectiveTally> tallies;
    private final DoubtTally doubts = new DoubtTally();
    private final RequestObserver next;

    /** Ended requests that are not counted yet: who asks for the values counts them, so that the lane's loop need not. */
    private final List<RequestEvent> waiting = new ArrayList<>();

    public SloTally(List<ObjectiveState> objectives, RequestObserver next) {
        this.tallies = objectives.stream().map(ObjectiveTally::new).toList();
        this.next = next;
    }

    /** In the order of the objectives. */
    public synchronized List<SloValue> values() {
        countWaiting();
        WithheldVerdict withheld = new WithheldVerdict(doubts.counts());
        return tallies.stream().map(tally -> tally.value(withheld)).toList();
    }

    @Override
    public void stepStarted(int step, long startNanos) {
        clear();
        next.stepStarted(step, startNanos);
    }

    @Override
    public CallObserver requestSent(ObservedRequest request) {
        return next.requestSent(request);
    }

    @Override
    public void requestDropped(ObservedRequest request, String why) {
        next.requestDropped(request, why);
    }

    @Override
    public void requestEnded(RequestEvent event) {
        add(event);
        next.requestEnded(event);
    }

    @Override
    public boolean wantsText() {
        return next.wantsText();
    }

    private synchronized void clear() {
        waiting.clear();
        doubts.clear();
        tallies.forEach(ObjectiveTally::clear);
    }

    private synchronized void add(RequestEvent event) {
        if (event.getPart() != StepPart.MEASURED) {
            return;
        }
        waiting.add(event);
        if (waiting.size() >= MAX_WAITING) {
            countWaiting();
        }
    }

    private void countWaiting() {
        for (RequestEvent event : waiting) {
            doubts.add(RequestDoubts.of(event, gaps(event)));
            tallies.forEach(tally -> tally.add(event));
        }
        waiting.clear();
    }

    /** A request that is not ok has none. */
    private static LogHistogram gaps(RequestEvent event) {
        return event.getItlSketch() == null
                ? new LogHistogram()
                : LogHistogram.decode(event.getItlSketch().duplicate());
    }

    /** Of one objective. */
    private static final class ObjectiveTally {
        private final ObjectiveState objective;
        private LogHistogram okNanos = new LogHistogram();
        private long judged;
        private long bad;
        private long failed;

        ObjectiveTally(ObjectiveState objective) {
            this.objective = objective;
        }

        void clear() {
            okNanos = new LogHistogram();
            judged = 0;
            bad = 0;
            failed = 0;
        }

        void add(RequestEvent event) {
            if (isItl()) {
                addGaps(event);
                return;
            }
            RequestVerdict verdict = RequestVerdict.of(objective, event);
            if (verdict == RequestVerdict.LEFT_OUT) {
                return;
            }
            judged++;
            bad += verdict == RequestVerdict.BAD ? 1 : 0;
            if (event.getOutcome() != Outcome.OK) {
                failed++;
            } else if (objective.getKind() == ObjectiveKind.QUANTILE) {
                Metric.of(objective.getMetric()).nanos(event).ifPresent(okNanos::add);
            }
        }

        private boolean isItl() {
            return objective.getKind() == ObjectiveKind.QUANTILE && objective.getMetric() == MetricName.ITL;
        }

        /** A request has many gaps; one that is not ok has none that counts. */
        private void addGaps(RequestEvent event) {
            if (event.getOutcome() == Outcome.OK) {
                okNanos.merge(gaps(event));
            }
        }

        /** Of what cannot even fail nothing is known: the rule by which the step is judged at its end. */
        SloValue value(WithheldVerdict withheld) {
            if (withheld.reason(objective, Verdict.FAIL).isPresent()) {
                return new SloValue(objective, OptionalDouble.of(Double.NaN));
            }
            return new SloValue(objective, objective.getKind() == ObjectiveKind.QUANTILE ? quantile() : share());
        }

        /** A request that is not ok is slower than any that is. */
        private OptionalDouble quantile() {
            long all = okNanos.count() + failed;
            if (all == 0) {
                return OptionalDouble.empty();
            }
            double rank = Math.ceil(objective.getQuantile() * all);
            return OptionalDouble.of(
                    rank > okNanos.count()
                            ? Double.POSITIVE_INFINITY
                            : (double) okNanos.quantile((rank - 0.5) / okNanos.count()));
        }

        private OptionalDouble share() {
            return judged == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) bad / judged);
        }
    }
}
