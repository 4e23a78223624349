package io.tidemark.streams.breaches;

import io.tidemark.events.BurnEvidence;
import io.tidemark.events.BurnRule;
import io.tidemark.events.BurnStanding;
import io.tidemark.events.ObjectiveState;
import io.tidemark.schemas.ErrorBudget;
import io.tidemark.streams.objectives.BurnRate;
import io.tidemark.streams.objectives.ErrorBudgetCounts;
import io.tidemark.streams.steps.ObjectiveStatus;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Makes what is reported of where objectives and their budgets stand. */
public final class BurnRateRecords {
    private BurnRateRecords() {}

    public static BurnEvidence evidence(ObjectiveState objective, BurnRule rule, BurnRate burn) {
        return BurnEvidence.newBuilder()
                .setSeverity(rule.getSeverity())
                .setThreshold(rule.getBurn())
                .setLongSeconds(rule.getLongSeconds())
                .setShortSeconds(rule.getShortSeconds())
                .setLongBurn(burn.longRate())
                .setShortBurn(burn.shortRate())
                .setPeriodSeconds(objective.getPeriodSeconds())
                .setBudgetLeft(burn.remaining())
                .build();
    }

    /** Where an objective stands in a step: the worst of its targets. */
    public static ObjectiveStatus status(ObjectiveTimelines alarms, int step, ObjectiveState objective) {
        Map<TimelineKey, ObjectiveTimeline> tracks = alarms.current(step, objective);
        return new ObjectiveStatus(
                ObjectiveTimelines.worst(ofRule(tracks, "")),
                budgetRemaining(alarms, tracks, objective),
                burns(tracks, objective));
    }

    private static OptionalDouble budgetRemaining(
            ObjectiveTimelines alarms, Map<TimelineKey, ObjectiveTimeline> tracks, ObjectiveState objective) {
        if (objective.getPeriodSeconds() == 0) {
            return OptionalDouble.empty();
        }
        return tracks.entrySet().stream()
                .flatMap(entry -> remaining(alarms, entry.getKey(), entry.getValue(), objective).stream())
                .mapToDouble(Double::doubleValue)
                .min();
    }

    /** As a rule saw it; without rules the budget is asked itself. */
    private static Optional<Double> remaining(
            ObjectiveTimelines alarms, TimelineKey key, ObjectiveTimeline track, ObjectiveState objective) {
        if (!objective.getBurnRules().isEmpty()) {
            return track.burn().map(BurnRate::remaining);
        }
        return alarms.budget(key).map(budget -> remainingAt(budget, track));
    }

    private static double remainingAt(ErrorBudgetCounts budget, ObjectiveTimeline track) {
        return budget.remainingAt(track.head());
    }

    private static List<BurnStanding> burns(Map<TimelineKey, ObjectiveTimeline> tracks, ObjectiveState objective) {
        List<BurnStanding> standings = new ArrayList<>();
        for (BurnRule rule : objective.getBurnRules()) {
            String description = ErrorBudget.description(rule);
            Collection<ObjectiveTimeline> ofRule = ofRule(tracks, description);
            standings.add(BurnStanding.newBuilder()
                    .setRule(description)
                    .setStanding(ObjectiveTimelines.worst(ofRule))
                    .setEvidence(ofRule.stream()
                            .flatMap(track -> track.burn().stream())
                            .max(Comparator.comparingDouble(BurnRate::longRate))
                            .map(burn -> evidence(objective, rule, burn))
                            .orElse(null))
                    .build());
        }
        return standings;
    }

    private static Collection<ObjectiveTimeline> ofRule(
            Map<TimelineKey, ObjectiveTimeline> tracks, String description) {
        return tracks.entrySet().stream()
                .filter(entry -> entry.getKey().rule().equals(description))
                .map(Map.Entry::getValue)
                .toList();
    }
}
