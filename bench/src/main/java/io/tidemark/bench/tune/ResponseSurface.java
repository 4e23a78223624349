package io.tidemark.bench.tune;

import java.util.Comparator;
import java.util.List;

/**
 * One configuration's share of bad requests against load: its log odds rise in straight lines over the logarithm of the load, from one measured
 * load to the next.
 *
 * @param points at two loads or more, on both sides of the capacity
 * @param burstPerSecond requests per second of a thousand that are sent at once
 */
record ResponseSurface(List<SurfacePoint> points, double burstPerSecond) {
    private static final double LEAST_SHARE = 2e-4;

    /** Of the log odds beyond the measured loads; the simulator's profiles have 20 to 33. */
    private static final double SLOPE_BEYOND = 20;

    private static final double LEAST_SLOPE = 2;

    ResponseSurface {
        points = points.stream()
                .sorted(Comparator.comparingDouble(SurfacePoint::load))
                .toList();
    }

    /** The highest load at which no more requests are bad than may be. */
    double capacity() {
        double low = points.get(0).load() / 4;
        double high = points.get(points.size() - 1).load() * 4;
        for (int i = 0; i < 60; i++) {
            double middle = Math.sqrt(low * high);
            if (share(middle) <= SimulatedWorkload.ALLOWED) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    double share(double load) {
        double odds = logOdds(Math.log(load));
        return 1 / (1 + Math.exp(-odds));
    }

    /** At the nearest load that was measured. */
    SurfacePoint nearest(double load) {
        return points.stream()
                .min(Comparator.comparingDouble(it -> Math.abs(Math.log(it.load() / load))))
                .orElseThrow();
    }

    private double logOdds(double at) {
        SurfacePoint first = points.get(0);
        if (at <= Math.log(first.load())) {
            return logit(first.share()) + SLOPE_BEYOND * (at - Math.log(first.load()));
        }
        double before = logit(first.share());
        double beforeAt = Math.log(first.load());
        for (SurfacePoint point : points.subList(1, points.size())) {
            double pointAt = Math.log(point.load());
            // The share rises with the load; where noise says otherwise it stays nearly level.
            double odds = Math.max(logit(point.share()), before + LEAST_SLOPE * (pointAt - beforeAt));
            if (at <= pointAt) {
                return before + (odds - before) * (at - beforeAt) / (pointAt - beforeAt);
            }
            before = odds;
            beforeAt = pointAt;
        }
        return before + SLOPE_BEYOND * (at - beforeAt);
    }

    private static double logit(double share) {
        double within = Math.max(LEAST_SHARE, Math.min(1 - LEAST_SHARE, share));
        return Math.log(within / (1 - within));
    }
}
