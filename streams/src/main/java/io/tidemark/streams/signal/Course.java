package io.tidemark.streams.signal;

import java.util.List;

/** How a thing went over a span of seconds. */
@FunctionalInterface
interface Course {
    /** Of what is usual. */
    double FEW = 0.1;

    /** Its mean over places {@code [from, until)} of the span; NaN where it is not known. */
    double mean(int from, int until);

    /** Of which nothing is known. */
    Course UNKNOWN = (from, until) -> Double.NaN;

    /** Of sources whose means add up, such as requests of several instances. */
    static Course sum(List<Strand> strands) {
        return (from, until) -> {
            double sum = 0;
            boolean known = false;
            for (Strand strand : strands) {
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
    static Course pooled(List<Strand> strands) {
        return (from, until) -> {
            double weight = 0;
            double sum = 0;
            for (Strand strand : strands) {
                weight += strand.weight(from, until);
                sum += strand.sum(from, until);
            }
            return weight == 0 ? Double.NaN : sum / weight;
        };
    }

    /** The same, but not known where much less was counted than is usual in so many seconds: a few values prove nothing. */
    static Course ofMany(List<Strand> strands, int seconds) {
        double usual = weight(strands, 0, seconds) / Math.max(1, seconds);
        Course pooled = pooled(strands);
        return (from, until) ->
                weight(strands, from, until) < FEW * usual * (until - from) ? Double.NaN : pooled.mean(from, until);
    }

    private static double weight(List<Strand> strands, int from, int until) {
        double weight = 0;
        for (Strand strand : strands) {
            weight += strand.weight(from, until);
        }
        return weight;
    }

    /** What this is above another one, at least 0. */
    default Course beyond(Course other) {
        return (from, until) -> Math.max(0, mean(from, until) - other.mean(from, until));
    }

    /** With what another adds, where that is known. */
    default Course plus(Course other) {
        return (from, until) -> {
            double more = other.mean(from, until);
            return mean(from, until) + (Double.isNaN(more) ? 0 : more);
        };
    }
}
