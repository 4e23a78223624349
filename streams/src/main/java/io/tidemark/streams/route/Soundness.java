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
import io.tidemark.streams.flow.RunParts;
import io.tidemark.streams.flow.Stamps;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The rules that definitions and heartbeats must keep, so that runs never meet one that they cannot work with. Stamps are held against the
 * broker's append time of their record, never against the clock of this host.
 */
final class Soundness {
    /** Of a lane between steps. */
    private static final int NO_STEP = -1;

    private static final int LONGEST_WINDOW_SECONDS = 300;

    /** What an objective is told to wait for, and how often it may change before it flaps. */
    private static final int LONGEST_WAIT_SECONDS = 86_400;

    private static final int MOST_FLAP_CHANGES = 1_000;
    private static final Set<String> METRICS = Arrays.stream(MetricName.values())
            .filter(metric -> metric != MetricName.UNKNOWN)
            .map(MetricName::name)
            .collect(Collectors.toUnmodifiableSet());

    private Soundness() {}

    /** @throws Implausible naming the field, its value and the rule */
    static void require(Object state, long appendedMillis) {
        if (state instanceof RunState run) {
            requireName("run", run.getRun());
            run.getLanes().forEach(lane -> requireName("lanes", lane));
        } else if (state instanceof StepState step) {
            requireName("run", step.getRun());
            RunParts.requireStep("step", step.getStep());
        } else if (state instanceof SloState slo) {
            requireName("run", slo.getRun());
            require("changed", slo.getChanged().toEpochMilli() >= 0, slo.getChanged(), "be after 1970");
            Stamps.requireNotAhead("changed", slo.getChanged(), appendedMillis);
            if (!slo.getRemoved()) {
                require(slo.getObjective());
                requireBudget(slo.getObjective());
            }
        }
    }

    /** @throws Implausible naming the field, its value and the rule */
    static void require(Heartbeat heartbeat, long appendedMillis) {
        requireName("run", heartbeat.getRun());
        requireName("lane", heartbeat.getLane());
        require("tokenBatches", heartbeat.getTokenBatches() >= 0, heartbeat.getTokenBatches(), "be >= 0");
        require("requests", heartbeat.getRequests() >= 0, heartbeat.getRequests(), "be >= 0");
        require("inFlight", heartbeat.getInFlight() >= 0, heartbeat.getInFlight(), "be >= 0");
        if (heartbeat.getStep() != NO_STEP) {
            RunParts.requireStep("step", heartbeat.getStep());
        }
        requireCounts(heartbeat);
        Stamps.requireNotAhead("at", heartbeat.getAt(), appendedMillis);
        Stamps.requireNotAhead("publishedThrough", heartbeat.getPublishedThrough(), appendedMillis);
        ClientSketches.read("scheduleLag", heartbeat.getScheduleLag());
        ClientSketches.read("waitingAges", heartbeat.getWaitingAges());
        ClientSketches.read("sentAges", heartbeat.getSentAges());
        ClientSketches.read("streamingAges", heartbeat.getStreamingAges());
        ClientSketches.read("openAges", heartbeat.getOpenAges());
        ClientSketches.read("tpotFloors", heartbeat.getTpotFloors());
    }

    private static void requireCounts(Heartbeat heartbeat) {
        require("due", heartbeat.getDue() >= 0, heartbeat.getDue(), "be >= 0");
        require("sent", heartbeat.getSent() >= 0, heartbeat.getSent(), "be >= 0");
        require("dropped", heartbeat.getDropped() >= 0, heartbeat.getDropped(), "be >= 0");
        require("overflow", heartbeat.getOverflow() >= 0, heartbeat.getOverflow(), "be >= 0");
        RunParts.requireSegment("segmentsOver", heartbeat.getSegmentsOver());
        require("segmentRequests", heartbeat.getSegmentRequests() >= 0, heartbeat.getSegmentRequests(), "be >= 0");
    }

    /** @throws Implausible naming the field, its value and the rule */
    static void require(ServerSample sample, long appendedMillis) {
        require("target", !sample.getTarget().isEmpty(), sample.getTarget(), "not be empty");
        Stamps.requireNotAhead("scrapeEnd", sample.getScrapeEnd(), appendedMillis);
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
        requireGuards(objective, name);
        requireShare(objective, name);
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

    /** A rate of burning is a part of the allowed share: of none there is none. */
    private static void requireShare(ObjectiveState objective, String name) {
        if (objective.getKind() == ObjectiveKind.QUANTILE) {
            return;
        }
        double bad = objective.getMaxBadRatio();
        require(name + "maxBadRatio", bad >= 0 && bad <= 1, bad, "be in [0, 1]");
        boolean burns = objective.getPeriodSeconds() > 0;
        require(name + "maxBadRatio", !burns || (bad > 0 && bad < 1), bad, "be in (0, 1) where a budget is kept");
    }

    private static void requireGuards(ObjectiveState objective, String name) {
        double level = objective.getLevel();
        require(name + "level", level > 0 && level <= 1, level, "be in (0, 1]");
        require(name + "limitNanos", objective.getLimitNanos() >= 0, objective.getLimitNanos(), "be >= 0");
        require(name + "minCount", objective.getMinCount() >= 0, objective.getMinCount(), "be >= 0");
        requireWait(name + "forSeconds", objective.getForSeconds());
        requireWait(name + "clearSeconds", objective.getClearSeconds());
        requireWait(name + "minFiringSeconds", objective.getMinFiringSeconds());
        requireWait(name + "flapSeconds", objective.getFlapSeconds());
        int changes = objective.getFlapChanges();
        require(name + "flapChanges", changes >= 0 && changes <= MOST_FLAP_CHANGES, changes, "be in [0, 1000]");
    }

    private static void requireWait(String field, int seconds) {
        require(field, seconds >= 0 && seconds <= LONGEST_WAIT_SECONDS, seconds, "be in [0, 86400]");
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
