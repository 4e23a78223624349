package io.tidemark.analysis.objective;

/**
 * Goodput: requests per second that were ok and within the latency limits of all objectives, as {@code vllm bench serve --goodput} defines it
 * (good requests over the time of the measurement).
 *
 * @param good requests that were
 * @param due requests that were due in the measured part
 * @param seconds length of the measured part
 */
public record Goodput(long good, long due, double seconds) {
    public Goodput {
        if (!(good >= 0 && good <= due && seconds > 0)) {
            throw new IllegalArgumentException("good must be in [0, due], and seconds > 0, but were " + good + " of "
                    + due + " in " + seconds + " s");
        }
    }

    public double perSecond() {
        return good / seconds;
    }

    /** By the lower end of the 95 % interval of the share of good requests; it takes requests as independent. */
    public double lowPerSecond() {
        return due == 0 ? 0 : (1 - BadShareJudge.highShare(due - good, due)) * due / seconds;
    }

    /** By the upper end. */
    public double highPerSecond() {
        return due == 0 ? 0 : (1 - BadShareJudge.lowShare(due - good, due)) * due / seconds;
    }
}
