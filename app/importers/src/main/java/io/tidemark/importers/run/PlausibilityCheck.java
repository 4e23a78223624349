package io.tidemark.importers.run;

import io.tidemark.importers.file.InvalidFileException;
import io.tidemark.importers.result.Measurement;
import io.tidemark.importers.result.MetricSummary;
import io.tidemark.importers.result.RequestMetricSummaries;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.ValueText;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** What no measurement can be: figures in a wrong unit, or of another run. Refused, so that no decision rests on them. */
public final class PlausibilityCheck {
    private static final List<Double> RISING = List.of(0.5, 0.9, 0.95, 0.99);
    private static final double ROUNDING = 1.001;
    private static final double LONGER_THAN_THE_RUN = 3;
    private static final double OTHER_UNIT = 5;
    private static final double CLOSE = 1.02;
    private static final double OTHER_THROUGHPUT = 1.25;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double SMALL_NANOS = 1e6;

    private final Measurement measured;

    private PlausibilityCheck(Measurement measured) {
        this.measured = measured;
    }

    /** @throws InvalidFileException naming the result, the figure and the rule */
    public static Measurement check(Measurement measured) {
        PlausibilityCheck plausible = new PlausibilityCheck(measured);
        measured.metrics().forEach(plausible::rises);
        plausible.fitInTheRun();
        plausible.agreeWithRequests();
        plausible.percentilesAreOfRequests();
        plausible.throughputFits();
        return measured;
    }

    private InvalidFileException implausible(String what) {
        return new InvalidFileException(measured.source() + ": " + what);
    }

    private void rises(Metric metric, MetricSummary figure) {
        long below = figure.min().orElse(0);
        for (double q : RISING) {
            OptionalLong value = figure.quantile(q);
            if (value.isPresent() && value.getAsLong() * ROUNDING < below) {
                throw implausible(metric.id() + " p" + Math.round(q * 100) + " must be at least what is below it, "
                        + ValueText.latency(below) + ", but was " + ValueText.latency(value.getAsLong()));
            }
            below = Math.max(below, value.orElse(0));
        }
        if (figure.max().isPresent() && figure.max().getAsLong() * ROUNDING < below) {
            throw implausible(metric.id() + " max must be at least p99, " + ValueText.latency(below) + ", but was "
                    + ValueText.latency(figure.max().getAsLong()));
        }
    }

    private void fitInTheRun() {
        double run = measured.span().seconds() * NANOS_PER_SECOND;
        if (run <= 0) {
            return;
        }
        for (Map.Entry<Metric, MetricSummary> metric : measured.metrics().entrySet()) {
            long p99 = metric.getValue()
                    .quantile(0.99)
                    .orElse(metric.getValue().quantile(0.5).orElse(0));
            if (p99 > LONGER_THAN_THE_RUN * run) {
                throw implausible(
                        metric.getKey().id() + " p99 must fit in the run of " + ValueText.latency(Math.round(run))
                                + " but was " + ValueText.latency(p99) + ": is its unit another one?");
            }
        }
    }

    private void agreeWithRequests() {
        if (measured.requests().isEmpty()) {
            return;
        }
        Map<Metric, MetricSummary> own = RequestMetricSummaries.of(measured.requests());
        measured.metrics()
                .forEach((metric, stated) -> Optional.ofNullable(own.get(metric))
                        .filter(computed -> differ(mean(stated), mean(computed)))
                        .ifPresent(computed -> {
                            throw implausible("mean " + metric.id() + " must be that of its requests, "
                                    + ValueText.latency(Math.round(mean(computed))) + ", but was "
                                    + ValueText.latency(Math.round(mean(stated))));
                        }));
    }

    /** However a tool interpolates, a percentile lies between the values next to its rank; one more on either side is let be. */
    private void percentilesAreOfRequests() {
        for (Metric metric : List.of(Metric.TTFT, Metric.E2E)) {
            long[] own = RequestMetricSummaries.values(measured.requests(), metric);
            MetricSummary stated = measured.metrics().get(metric);
            if (own.length > 0 && stated != null) {
                RISING.forEach(q -> stated.quantile(q).ifPresent(nanos -> requireBetween(metric, q, nanos, own)));
            }
        }
    }

    private void requireBetween(Metric metric, double q, long nanos, long[] own) {
        int rank = (int) Math.floor(q * (own.length - 1));
        long low = own[Math.max(0, rank - 1)];
        long high = own[Math.min(own.length - 1, rank + 2)];
        boolean fits = nanos * CLOSE >= low && nanos <= high * CLOSE;
        if (!fits && Math.max(nanos, high) > SMALL_NANOS) {
            throw implausible(metric.id() + " p" + Math.round(q * 100) + " must be that of its " + own.length
                    + " requests, " + ValueText.latency(low) + " to " + ValueText.latency(high) + ", but was "
                    + ValueText.latency(nanos));
        }
    }

    /** 0 where there is none. */
    private static double mean(MetricSummary figure) {
        return figure.mean().orElse(0);
    }

    private static boolean differ(double one, double other) {
        boolean both = one > 0 && other > 0 && Math.max(one, other) > SMALL_NANOS;
        return both && (one > OTHER_UNIT * other || other > OTHER_UNIT * one);
    }

    private void throughputFits() {
        Double stated = measured.remarks().figures().get("request_throughput");
        double seconds = measured.span().seconds();
        if (stated == null || stated <= 0 || seconds <= 0 || measured.counts().ok() == 0) {
            return;
        }
        double counted = measured.counts().ok() / seconds;
        if (counted > OTHER_THROUGHPUT * stated || stated > OTHER_THROUGHPUT * counted) {
            throw implausible("request_throughput must be completed / duration, " + rounded(counted)
                    + " per second, but was " + rounded(stated));
        }
    }

    private static double rounded(double value) {
        return Math.round(value * 1_000) / 1_000.0;
    }
}
