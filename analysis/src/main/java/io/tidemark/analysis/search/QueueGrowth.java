package io.tidemark.analysis.search;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.regression.SimpleRegression;

/**
 * Whether requests come faster than the server answers: requests in flight and TTFT both rise along a straight line. TTFT is heard with the
 * first token, not when a request is over: what piles up may not be over for long. Seconds are put
 * together in spans, since one second depends on the one before; a slope counts if the lower end of its t-interval is above 0 and the
 * rise is at least as large as what it began with. GuideLLM stops over-saturated runs by the same two slopes. Not thread-safe.
 */
final class QueueGrowth {
    private static final int SPAN_SECONDS = 10;
    private static final int FEWEST_SPANS = 12;

    /** One-sided: looked at again with every span. */
    private static final double CONFIDENCE = 0.9995;

    /** In flight beyond which a rise can matter: a few more or less are chance. */
    private static final double FEWEST_IN_FLIGHT = 8;

    private final List<Double> inFlight = new ArrayList<>();
    private final List<Double> ttftSeconds = new ArrayList<>();
    private double inFlightSum;
    private double ttftSum;
    private int ttftCount;
    private int seconds;

    void addFirstToken(double ttft) {
        ttftSum += ttft;
        ttftCount++;
    }

    /**
     * A second is over.
     *
     * @param longestWaitSeconds of the requests without a first token: what stands for TTFT while no first token comes at all
     */
    void endSecond(int nowInFlight, OptionalDouble longestWaitSeconds) {
        inFlightSum += nowInFlight;
        seconds++;
        if (seconds == SPAN_SECONDS) {
            inFlight.add(inFlightSum / SPAN_SECONDS);
            ttftSeconds.add(ttftCount == 0 ? longestWaitSeconds.orElse(Double.NaN) : ttftSum / ttftCount);
            inFlightSum = 0;
            ttftSum = 0;
            ttftCount = 0;
            seconds = 0;
        }
    }

    boolean isGrowing() {
        return seconds == 0
                && inFlight.size() >= FEWEST_SPANS
                && inFlight.get(inFlight.size() - 1) >= FEWEST_IN_FLIGHT
                && rises(inFlight)
                && rises(ttftSeconds);
    }

    private static boolean rises(List<Double> values) {
        SimpleRegression line = new SimpleRegression();
        for (int span = 0; span < values.size(); span++) {
            if (!Double.isNaN(values.get(span))) {
                line.addData(span, values.get(span));
            }
        }
        if (line.getN() < FEWEST_SPANS) {
            return false;
        }
        double quantile = new TDistribution(null, line.getN() - 2.0).inverseCumulativeProbability(CONFIDENCE);
        double least = line.getSlope() - quantile * line.getSlopeStdErr();
        double rise = least * (values.size() - 1);
        return rise > 0 && rise >= Math.max(0, line.predict(0));
    }
}
