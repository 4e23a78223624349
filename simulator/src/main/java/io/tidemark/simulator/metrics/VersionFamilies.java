package io.tidemark.simulator.metrics;

import java.util.List;

/** Which families the page of each version has. */
final class VersionFamilies {
    private VersionFamilies() {}

    /** In the page's order. */
    static List<MetricFamily> of(VllmMetricsVersion names) {
        return switch (names) {
            case V1 -> V1Families.current();
            case V0_10 -> V1Families.v10();
            case V0_7 -> V0Families.v07();
            case V0 -> V0Families.v05();
        };
    }
}
