package io.tidemark.analysis.objective;

import io.tidemark.analysis.quantile.OrderStatistics;
import io.tidemark.analysis.quantile.QuantileInterval;
import io.tidemark.analysis.quantile.RankedValues;
import io.tidemark.events.ObjectiveJudgement;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveResult;
import io.tidemark.events.ObjectiveStanding;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.VerdictBasis;
import io.tidemark.schemas.Metric;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Judges one objective over a step's requests. "p_q of a metric is within its limit" is judged as what it means, "the share of requests
 * beyond the limit or not ok is at most 1 - q", from exact counts; the quantile and its interval are shown beside it. Both are one
 * statement: the quantile's interval is under the limit exactly when the share's is under 1 - q. Stateless.
 */
public final class ObjectiveJudge {
    private static final double CONFIDENCE = 0.95;

    private ObjectiveJudge() {}

    /** Judges any objective from the step's measured requests. */
    public static ObjectiveResult judge(ObjectiveState objective, Collection<RequestEvent> requests) {
        Map<RequestVerdict, List<RequestEvent>> byStanding = new EnumMap<>(RequestVerdict.class);
        for (RequestVerdict standing : RequestVerdict.values()) {
            byStanding.put(
                    standing,
                    requests.stream()
                            .filter(request -> RequestVerdict.of(objective, request) == standing)
                            .toList());
        }
        List<RequestEvent> good = byStanding.getOrDefault(RequestVerdict.GOOD, List.of());
        List<RequestEvent> bad = byStanding.getOrDefault(RequestVerdict.BAD, List.of());
        if (objective.getKind() != ObjectiveKind.QUANTILE) {
            return ratio(objective, bad.size(), (long) good.size() + bad.size());
        }
        long failed = bad.stream()
                .filter(request -> request.getOutcome() != Outcome.OK)
                .count();
        Metric metric = Metric.of(objective.getMetric());
        long[] sortedNanos = Stream.concat(good.stream(), bad.stream())
                .filter(request -> request.getOutcome() == Outcome.OK)
                .mapToLong(request -> metric.nanos(request).orElseThrow())
                .sorted()
                .toArray();
        return quantile(objective, bad.size(), RankedValues.sorted(sortedNanos), failed);
    }

    /**
     * Judges a QUANTILE objective.
     *
     * @param bad requests beyond the limit or not ok, counted exactly
     * @param ok latencies of the ok requests that have the metric
     * @param failed requests that are not ok
     */
    public static ObjectiveResult quantile(ObjectiveState objective, long bad, RankedValues ok, long failed) {
        return quantile(objective, bad, ok, failed, ok.count() + failed);
    }

    /**
     * The same of a metric of which a request has many values, as ITL: those of one answer come out of the same engine steps and show
     * them once, so that all of them together count as so many independent ones as there are requests.
     */
    public static ObjectiveResult quantile(
            ObjectiveState objective, long bad, RankedValues ok, long failed, long requests) {
        double q = objective.getQuantile();
        double perRequest = requests == 0 ? 1 : Math.max(1, (double) (ok.count() + failed) / requests);
        QuantileInterval interval = OrderStatistics.interval(ok, failed, q, CONFIDENCE, perRequest);
        BadShareJudgement judged = BadShareJudge.judge(bad, interval.count(), 1 - q, perRequest);
        return result(objective, judged, perRequest)
                .setLimit((double) objective.getLimitNanos())
                .setValue(boxed(interval.value()))
                .setLow(boxed(interval.low()))
                .setHigh(boxed(interval.high()))
                .setCount(interval.count())
                .setBad(bad)
                .build();
    }

    /** Judges a GOOD_RATIO or ERROR_RATIO objective: {@code bad} of {@code n} requests were bad. */
    public static ObjectiveResult ratio(ObjectiveState objective, long bad, long n) {
        BadShareJudgement judged = BadShareJudge.judge(bad, n, objective.getMaxBadRatio());
        return result(objective, judged, 1)
                .setLimit(objective.getMaxBadRatio())
                .setValue(n == 0 ? null : judged.share())
                .setLow(n == 0 ? null : judged.lowShare())
                .setHigh(n == 0 ? null : judged.highShare())
                .setCount(n)
                .setBad(bad)
                .build();
    }

    private static ObjectiveResult.Builder result(
            ObjectiveState objective, BadShareJudgement judged, double perRequest) {
        OptionalLong needed = judged.neededRequests();
        return ObjectiveResult.newBuilder()
                .setStanding(ObjectiveStanding.UNKNOWN)
                .setObjective(objective.getName())
                .setKind(objective.getKind())
                .setMetric(objective.getMetric())
                .setQuantile(objective.getQuantile())
                .setVerdict(judged.verdict())
                .setNeededRequests(needed.isPresent() ? Math.round(needed.getAsLong() / perRequest) : null)
                .setBasis(SampleSizeBasis.N_ALONE.description())
                .setVerdictOn(VerdictBasis.SHORT_RUN);
    }

    /** What was judged of the requests alone with what holds in the long run beside it; the objective says which is the verdict. */
    public static ObjectiveResult both(
            ObjectiveState objective, ObjectiveResult shortRun, ObjectiveJudgement sustained) {
        ObjectiveResult.Builder result = ObjectiveResult.newBuilder(shortRun)
                .setSustained(sustained)
                .setShortRun(ObjectiveJudgement.newBuilder()
                        .setVerdict(shortRun.getVerdict())
                        .setLow(shortRun.getLow())
                        .setHigh(shortRun.getHigh())
                        .setNeededRequests(shortRun.getNeededRequests())
                        .build());
        if (objective.getVerdictOn() == VerdictBasis.SHORT_RUN) {
            return result.build();
        }
        return result.setVerdictOn(VerdictBasis.SUSTAINED)
                .setVerdict(sustained.getVerdict())
                .setLow(sustained.getLow())
                .setHigh(sustained.getHigh())
                .setNeededRequests(sustained.getNeededRequests())
                .setBasis(SampleSizeBasis.EFFECTIVE.description())
                .build();
    }

    private static @Nullable Double boxed(OptionalLong nanos) {
        return nanos.isPresent() ? (double) nanos.getAsLong() : null;
    }
}
