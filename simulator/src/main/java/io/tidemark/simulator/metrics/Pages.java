package io.tidemark.simulator.metrics;

import java.util.List;

/** Which families the page of each version has. */
final class Pages {
    private Pages() {}

    /** In the page's order. */
    static List<Family> of(MetricsNames names) {
        return switch (names) {
            case V1 -> V1Families.ofToday();
            case V0_10 -> V1Families.ofTen();
            case V0_7 -> OldFamilies.ofSeven();
            case V0 -> OldFamilies.ofFive();
        };
    }
}
