package io.tidemark.app.search;

import io.tidemark.events.LoadKind;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.plan.load.LoadModel;
import io.tidemark.schemas.RunLabels;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Makes the plans of a search's runs: the given plan with other steps, a seed of its own for each, and labels that say what it is. */
final class ProbePlans {
    /** What a probe's step may last beyond its rules, which end it. */
    private static final int BEYOND_SECONDS = 120;

    /** A probe of few requests a second lasts its fewest blocks, whatever its longest time. */
    private static final int LONGEST_OF_FEWEST_BLOCKS = 360;

    private static final Duration MIN_WARM_UP = Duration.ofSeconds(30);

    private final SearchRequest order;
    private final String search;
    private int made;

    /** @param search what the runs of this search have in common */
    ProbePlans(SearchRequest order, String search) {
        this.order = order;
        this.search = search;
    }

    /** Before the measured part of every step: the plan's own, but long enough for a server to fill. */
    Duration warmUp() {
        return warmUp(order);
    }

    /** Before the measured part of every probe. */
    static Duration warmUp(SearchRequest order) {
        Duration asked = order.plan().steps().get(0).warmUp();
        return asked.compareTo(MIN_WARM_UP) < 0 ? MIN_WARM_UP : asked;
    }

    Plan probe(double load) {
        long seconds = (long) Math.max(order.rules().maxSeconds(), LONGEST_OF_FEWEST_BLOCKS) + BEYOND_SECONDS;
        return plan(step(load, seconds));
    }

    private Plan plan(String step) {
        List<String> overrides = new ArrayList<>();
        overrides.add("steps=[" + step + "]");
        overrides.add("seed=" + (order.plan().seed() + made));
        overrides.add("labels." + RunLabels.SEARCH + "=" + search);
        overrides.add("labels." + RunLabels.SEARCH_ROLE + "=" + RunLabels.PROBE);
        // When a target is lost, the search decides by its own rule.
        overrides.add("keep_going=true");
        if (made > 0) {
            overrides.add("first_request=false");
            overrides.add("calibrate=false");
        }
        made++;
        return order.planFactory().planWith(overrides);
    }

    /** One segment: what drifts in a probe is the search's own affair. */
    private String step(double load, long longestSeconds) {
        return String.format(
                Locale.ROOT,
                "{%s, duration: %ds, warm_up: %ds, cool_down: 0s, idle: 0s, segment: %ds%s}",
                loadWords(load),
                longestSeconds,
                warmUp().toSeconds(),
                longestSeconds,
                more());
    }

    private String loadWords(double load) {
        return order.kind() == LoadKind.CONCURRENCY
                ? "concurrency: " + Math.round(load)
                : String.format(Locale.ROOT, "rate: %.6g", load);
    }

    /** What else the plan's first step says of its load. */
    private String more() {
        StepPlan first = order.plan().steps().get(0);
        if (order.kind() == LoadKind.CONCURRENCY) {
            return first.load() instanceof LoadModel.Closed closed
                            && !closed.rampUp().isZero()
                    ? ", ramp_up: " + closed.rampUp().toMillis() + "ms"
                    : "";
        }
        return first.load() instanceof LoadModel.Open open
                        && open.concurrencyCap().isPresent()
                ? ", max_concurrency: " + open.concurrencyCap().getAsInt()
                : "";
    }
}
