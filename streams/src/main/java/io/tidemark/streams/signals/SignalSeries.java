package io.tidemark.streams.signals;

import java.util.List;
import java.util.Optional;

/** How a thing went over a span of seconds. */
@FunctionalInterface
public interface SignalSeries {
    /** Of what is usual. */
    double FEW = 0.1;

    /** Its mean over places {@code [from, until)} of the span; NaN where it is not known. */
    double mean(int from, int until);

    /** Of which nothing is known. */
    SignalSeries UNKNOWN = (from, until) -> Double.NaN;

    /** Of sources whose means add up, such as requests of several instances. */
    static SignalSeries sum(List<SecondSeries> strands) {
        return (from, until) -> {
            double sum = 0;
            boolean known = false;
            for (SecondSeries strand : strands) {
                double mean = strand.mean(from, until);
                if (!Double.isNaN(mean)) {
                    sum += mean;
                    known = true;
                }
            }
            return known ? sum : Double.NaN;
        };
    }

    /** Of sources that are one whole, such as shares and lengths. */
    static SignalSeries pooled(List<SecondSeries> strands) {
        return SecondSeries.pooled(strands)
                .<SignalSeries>map(pooled -> pooled::mean)
                .orElse(UNKNOWN);
    }

    /** The same, but not known where much less was counted than is usual in so many seconds: a few values prove nothing. */
    static SignalSeries ofMany(List<SecondSeries> strands, int seconds) {
        Optional<SecondSeries> pooled = SecondSeries.pooled(strands);
        if (pooled.isEmpty()) {
            return UNKNOWN;
        }
        SecondSeries all = pooled.get();
        double usual = all.weight(0, seconds) / Math.max(1, seconds);
        return (from, until) ->
                all.weight(from, until) < FEW * usual * (until - from) ? Double.NaN : all.mean(from, until);
    }

    /** What this is above another one, at least 0. */
    default SignalSeries minus(SignalSeries other) {
        return (from, until) -> Math.max(0, mean(from, until) - other.mean(from, until));
    }

    /** With what another adds, where that is known. */
    default SignalSeries plus(SignalSeries other) {
        return (from, until) -> {
            double more = other.mean(from, until);
            return mean(from, until) + (Double.isNaN(more) ? 0 : more);
        };
    }
}
