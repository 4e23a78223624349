package io.tidemark.streams.compare;

import io.tidemark.events.MetricName;
import io.tidemark.events.Regression;
import io.tidemark.schemas.RequestClass;
import java.util.ArrayList;
import java.util.List;

/**
 * Keys of regressions: {@code experiment/base/candidate/load/measure}, and after it what is not as usual: the workload's hash, the class, where
 * it is not all, and of segments {@code run/step/segment}. Stateless.
 */
final class RegressionKey {
    private RegressionKey() {}

    static String of(Regression regression) {
        List<String> parts = new ArrayList<>(List.of(
                regression.getExperiment(),
                regression.getBasePhase(),
                regression.getCandidatePhase(),
                Double.toString(regression.getLoad()),
                measure(regression)));
        if (!regression.getWorkloadHash().isEmpty()) {
            parts.add(regression.getWorkloadHash());
        }
        if (!regression.getRequestClass().equals(RequestClass.ALL)) {
            parts.add(regression.getRequestClass());
        }
        if (regression.getSegment() != null) {
            parts.addAll(List.of(
                    regression.getCandidateRuns().get(0),
                    String.valueOf(regression.getStep()),
                    String.valueOf(regression.getSegment())));
        }
        return String.join("/", parts);
    }

    private static String measure(Regression regression) {
        return regression.getMetric() == MetricName.UNKNOWN
                ? regression.getMeasure()
                : regression.getMetric().name() + "-p" + Math.round(regression.getQuantile() * 100);
    }
}
