package io.tidemark.streams.route;

import io.tidemark.events.Heartbeat;
import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.RunState;
import io.tidemark.events.ServerSample;
import io.tidemark.events.SloState;
import io.tidemark.events.StepState;
import io.tidemark.schemas.ErrorBudget;
import io.tidemark.streams.flow.ClientSketches;
import io.tidemark.streams.flow.Implausible;
import io.tidemark.streams.flow.Stamps;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The rules that definitions and heartbeats must keep, so that runs never meet one that they cannot work with. */
final class Soundness {
    private static final int LONGEST_WINDOW_SECONDS = 300;
    private static final Set<String> METRICS = Arrays.stream(MetricName.values())
            .filter(metric -> metric != MetricName.UNKNOWN)
            .map(MetricName::name)
            .collect(Collectors.toUnmodifiableSet());

    private Soundness() {}

    /** @throws Implausible naming the field, its value and the rule */
    static void require(Object state, long nowMillis) {
        if (state instanceof RunState run) {
            requireName("run", run.getRun());
            run.getLanes().forEach(lane -> requireName("lanes", lane));
        } else if (state instanceof StepState step) {
            requireName("run", step.getRun());
            require("step", step.getStep() >= 0, step.getStep(), "be >= 0");
        } else if (state instanceof SloState slo) {
            requireName("run", slo.getRun());
            require("changed", slo.getChanged().toEpochMilli() >= 0, slo.getChanged(), "be after 1970");
            Stamps.requireNotAhead("changed", slo.getChanged(), nowMillis);
            if (!slo.getRemoved()) {
                require(slo.getObjective());
                requireBudget(slo.getObjective());
            }
        }
    }

    /** @throws Implausible naming the field, its value and the rule */
    static void require(Heartbeat heartbeat, long nowMillis) {
        requireName("run", heartbeat.getRun());
        requireName("lane", heartbeat.getLane());
        require("tokenBatches", heartbeat.getTokenBatches() >= 0, heartbeat.getTokenBatches(), "be >= 0");
        require("requests", heartbeat.getRequests() >= 0, heartbeat.getRequests(), "be >= 0");
        require("inFlight", heartbeat.getInFlight() >= 0, heartbeat.getInFlight(), "be >= 0");
        require("step", heartbeat.getStep() >= -1, heartbeat.getStep(), "be >= -1");
        Stamps.requireNotAhead("at", heartbeat.getAt(), nowMillis);
        Stamps.requireNotAhead("publishedThrough", heartbeat.getPublishedThrough(), nowMillis);
        ClientSketches.read("scheduleLag", heartbeat.getScheduleLag());
        ClientSketches.read("waitingAges", heartbeat.getWaitingAges());
        ClientSketches.read("sentAges", heartbeat.getSentAges());
        ClientSketches.read("streamingAges", heartbeat.getStreamingAges());
        ClientSketches.read("openAges", heartbeat.getOpenAges());
        ClientSketches.read("tpotFloors", heartbeat.getTpotFloors());
    }

    /** @throws Implausible naming the field, its value and the rule */
    static void require(ServerSample sample, long nowMillis) {
        require("target", !sample.getTarget().isEmpty(), sample.getTarget(), "not be empty");
        Stamps.requireNotAhead("scrapeEnd", sample.getScrapeEnd(), nowMillis);
        boolean inOrder = !sample.getScrapeEnd().isBefore(sample.getScrapeStart());
        require("scrapeEnd", inOrder, sample.getScrapeEnd(), "not be before scrapeStart");
        require("scrapeStart", sample.getScrapeStart().toEpochMilli() >= 0, sample.getScrapeStart(), "be after 1970");
    }

    private static void require(ObjectiveState objective) {
        String name = "objective \"" + objective.getName() + "\": ";
        int window = objective.getWindowSeconds();
        require(name + "windowSeconds", window > 0 && window <= LONGEST_WINDOW_SECONDS, window, "be in [1, 300]");
        require(name + "kind", objective.getKind() != ObjectiveKind.UNKNOWN, objective.getKind(), "be known");
        double clear = objective.getClearRatio();
        require(name + "clearRatio", clear > 0 && clear <= 1, clear, "be in (0, 1]");
        require(
                name + "goodLimitsNanos",
                METRICS.containsAll(objective.getGoodLimitsNanos().keySet()),
                objective.getGoodLimitsNanos().keySet(),
                "name metrics of " + METRICS);
        if (objective.getKind() == ObjectiveKind.QUANTILE) {
            double q = objective.getQuantile();
            require(name + "quantile", q > 0 && q < 1, q, "be in (0, 1)");
            require(name + "metric", objective.getMetric() != MetricName.UNKNOWN, objective.getMetric(), "be known");
        }
    }

    /** By the same rules as those of a plan. */
    private static void requireBudget(ObjectiveState objective) {
        List<String> problems = ErrorBudget.problems(objective);
        if (!problems.isEmpty()) {
            throw new Implausible(String.join("; ", problems));
        }
    }

    private static void requireName(String field, String value) {
        require(field, !value.isEmpty() && value.indexOf('/') < 0, value, "be a name without /");
    }

    private static void require(String field, boolean kept, Object value, String rule) {
        if (!kept) {
            throw new Implausible(field + " must " + rule + " but was " + value);
        }
    }
}
