package io.tidemark.streams.validation;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.RunState;
import io.tidemark.events.ServerSample;
import io.tidemark.events.SloState;
import io.tidemark.events.StepState;
import io.tidemark.schemas.ErrorBudget;
import io.tidemark.schemas.deadletter.RecordRejection;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The rules that definitions and heartbeats must keep, so that runs never meet one that they cannot work with. Stamps are held against the
 * broker's append time of their record, never against the clock of this host.
 */
public final class ControlValidator {
    /** Of a lane between steps. */
    private static final int NO_STEP = -1;

    private static final int MAX_WINDOW_SECONDS = 300;

    /** What an objective is asked to wait for, and how often it may change before it flaps. */
    private static final int MAX_WAIT_SECONDS = 86_400;

    private static final int MAX_FLAP_CHANGES = 1_000;
    private static final Set<String> METRICS = Arrays.stream(MetricName.values())
            .filter(metric -> metric != MetricName.UNKNOWN)
            .map(MetricName::name)
            .collect(Collectors.toUnmodifiableSet());

    private ControlValidator() {}

    /** @throws InvalidEventException naming the field, its value and the rule */
    public static void validate(ControlEvent event, long appendedMillis) {
        ValueRanges.requireStamps(event);
        ClientTimestamps.requireNotAhead("at", event.getAt(), appendedMillis);
        Object state = event.getState();
        if (state instanceof RunState run) {
            EventValidator.requireRun(run.getRun(), appendedMillis);
            ClientTimestamps.requireNotAhead("started", run.getStarted(), appendedMillis);
            run.getLanes().forEach(lane -> requireName("lanes", lane));
        } else if (state instanceof StepState step) {
            EventValidator.requireRun(step.getRun(), appendedMillis);
            StepLimits.requireStep("step", step.getStep());
        } else if (state instanceof SloState slo) {
            EventValidator.requireRun(slo.getRun(), appendedMillis);
            validate("changed", slo.getChanged().toEpochMilli() >= 0, slo.getChanged(), "be after 1970");
            ClientTimestamps.requireNotAhead("changed", slo.getChanged(), appendedMillis);
            if (!slo.getRemoved()) {
                validate(slo.getObjective());
                requireBudget(slo.getObjective());
            }
        }
    }

    /** @throws InvalidEventException naming the field, its value and the rule */
    public static void validate(Heartbeat heartbeat, long appendedMillis) {
        ValueRanges.require(heartbeat);
        EventValidator.requireRun(heartbeat.getRun(), appendedMillis);
        requireName("lane", heartbeat.getLane());
        validate("tokenBatches", heartbeat.getTokenBatches() >= 0, heartbeat.getTokenBatches(), "be >= 0");
        validate("requests", heartbeat.getRequests() >= 0, heartbeat.getRequests(), "be >= 0");
        validate("inFlight", heartbeat.getInFlight() >= 0, heartbeat.getInFlight(), "be >= 0");
        if (heartbeat.getStep() != NO_STEP) {
            StepLimits.requireStep("step", heartbeat.getStep());
        }
        requireCounts(heartbeat);
        ClientTimestamps.requireNotAhead("at", heartbeat.getAt(), appendedMillis);
        ClientTimestamps.requireNotAhead("publishedThrough", heartbeat.getPublishedThrough(), appendedMillis);
        ClientSketches.read("scheduleLag", heartbeat.getScheduleLag());
        ClientSketches.read("waitingAges", heartbeat.getWaitingAges());
        ClientSketches.read("sentAges", heartbeat.getSentAges());
        ClientSketches.read("streamingAges", heartbeat.getStreamingAges());
        ClientSketches.read("openAges", heartbeat.getOpenAges());
        ClientSketches.read("tpotFloors", heartbeat.getTpotFloors());
    }

    private static void requireCounts(Heartbeat heartbeat) {
        validate("due", heartbeat.getDue() >= 0, heartbeat.getDue(), "be >= 0");
        validate("sent", heartbeat.getSent() >= 0, heartbeat.getSent(), "be >= 0");
        validate("dropped", heartbeat.getDropped() >= 0, heartbeat.getDropped(), "be >= 0");
        validate("overflow", heartbeat.getOverflow() >= 0, heartbeat.getOverflow(), "be >= 0");
        StepLimits.requireSegment("segmentsOver", heartbeat.getSegmentsOver());
        validate("segmentRequests", heartbeat.getSegmentRequests() >= 0, heartbeat.getSegmentRequests(), "be >= 0");
    }

    /** @throws InvalidEventException naming the field, its value and the rule */
    public static void validate(ServerSample sample, long appendedMillis) {
        ValueRanges.requireStamps(sample);
        validate("target", !sample.getTarget().isEmpty(), sample.getTarget(), "not be empty");
        ClientTimestamps.requireNotAhead("scrapeEnd", sample.getScrapeEnd(), appendedMillis);
        boolean inOrder = !sample.getScrapeEnd().isBefore(sample.getScrapeStart());
        validate("scrapeEnd", inOrder, sample.getScrapeEnd(), "not be before scrapeStart");
        validate("scrapeStart", sample.getScrapeStart().toEpochMilli() >= 0, sample.getScrapeStart(), "be after 1970");
    }

    private static void validate(ObjectiveState objective) {
        String name = "objective \"" + RecordRejection.shown(objective.getName()) + "\": ";
        int window = objective.getWindowSeconds();
        validate(name + "windowSeconds", window > 0 && window <= MAX_WINDOW_SECONDS, window, "be in [1, 300]");
        validate(name + "kind", objective.getKind() != ObjectiveKind.UNKNOWN, objective.getKind(), "be known");
        double clear = objective.getClearRatio();
        validate(name + "clearRatio", clear > 0 && clear <= 1, clear, "be in (0, 1]");
        validate(
                name + "goodLimitsNanos",
                METRICS.containsAll(objective.getGoodLimitsNanos().keySet()),
                objective.getGoodLimitsNanos().keySet(),
                "name metrics of " + METRICS);
        requireGuards(objective, name);
        requireShare(objective, name);
        if (objective.getKind() == ObjectiveKind.QUANTILE) {
            double q = objective.getQuantile();
            validate(name + "quantile", q > 0 && q < 1, q, "be in (0, 1)");
            validate(name + "metric", objective.getMetric() != MetricName.UNKNOWN, objective.getMetric(), "be known");
        }
    }

    /** By the same rules as those of a plan. */
    private static void requireBudget(ObjectiveState objective) {
        List<String> problems = ErrorBudget.problems(objective);
        if (!problems.isEmpty()) {
            String name = objective.getName();
            throw new InvalidEventException(String.join("; ", problems).replace(name, RecordRejection.shown(name)));
        }
    }

    /** A rate of burning is a part of the allowed share: of none there is none. */
    private static void requireShare(ObjectiveState objective, String name) {
        if (objective.getKind() == ObjectiveKind.QUANTILE) {
            return;
        }
        double bad = objective.getMaxBadRatio();
        validate(name + "maxBadRatio", bad >= 0 && bad <= 1, bad, "be in [0, 1]");
        boolean burns = objective.getPeriodSeconds() > 0;
        validate(name + "maxBadRatio", !burns || (bad > 0 && bad < 1), bad, "be in (0, 1) where a budget is kept");
    }

    private static void requireGuards(ObjectiveState objective, String name) {
        double level = objective.getLevel();
        validate(name + "level", level > 0 && level <= 1, level, "be in (0, 1]");
        validate(name + "limitNanos", objective.getLimitNanos() >= 0, objective.getLimitNanos(), "be >= 0");
        validate(name + "minCount", objective.getMinCount() >= 0, objective.getMinCount(), "be >= 0");
        requireWait(name + "forSeconds", objective.getForSeconds());
        requireWait(name + "clearSeconds", objective.getClearSeconds());
        requireWait(name + "minFiringSeconds", objective.getMinFiringSeconds());
        requireWait(name + "flapSeconds", objective.getFlapSeconds());
        int changes = objective.getFlapChanges();
        validate(name + "flapChanges", changes >= 0 && changes <= MAX_FLAP_CHANGES, changes, "be in [0, 1000]");
    }

    private static void requireWait(String field, int seconds) {
        validate(field, seconds >= 0 && seconds <= MAX_WAIT_SECONDS, seconds, "be in [0, 86400]");
    }

    private static void requireName(String field, String value) {
        validate(field, !value.isEmpty() && value.indexOf('/') < 0, value, "be a name without /");
    }

    private static void validate(String field, boolean kept, Object value, String rule) {
        if (!kept) {
            throw new InvalidEventException(field, rule, value);
        }
    }
}
