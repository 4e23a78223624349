package io.tidemark.streams.run;

import io.tidemark.events.BurnEvidence;
import io.tidemark.events.BurnRule;
import io.tidemark.events.BurnStanding;
import io.tidemark.events.ObjectiveState;
import io.tidemark.schemas.ErrorBudget;
import io.tidemark.streams.slo.AlarmTrack;
import io.tidemark.streams.slo.Budget;
import io.tidemark.streams.slo.Burn;
import io.tidemark.streams.step.ObjectiveStands;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Makes what is said of where objectives and their budgets stand. */
final class BurnRecords {
    private BurnRecords() {}

    static BurnEvidence evidence(ObjectiveState objective, BurnRule rule, Burn burn) {
        return BurnEvidence.newBuilder()
                .setSeverity(rule.getSeverity())
                .setThreshold(rule.getBurn())
                .setLongSeconds(rule.getLongSeconds())
                .setShortSeconds(rule.getShortSeconds())
                .setLongBurn(burn.longRate())
                .setShortBurn(burn.shortRate())
                .setPeriodSeconds(objective.getPeriodSeconds())
                .setBudgetLeft(burn.left())
                .build();
    }

    /** Where an objective stands in a step: the worst of its targets. */
    static ObjectiveStands stands(Alarms alarms, int step, ObjectiveState objective) {
        Map<AlarmKey, AlarmTrack> tracks = alarms.current(step, objective);
        return new ObjectiveStands(
                Alarms.gravest(ofRule(tracks, "")), budgetLeft(alarms, tracks, objective), burns(tracks, objective));
    }

    private static OptionalDouble budgetLeft(
            Alarms alarms, Map<AlarmKey, AlarmTrack> tracks, ObjectiveState objective) {
        if (objective.getPeriodSeconds() == 0) {
            return OptionalDouble.empty();
        }
        return tracks.entrySet().stream()
                .flatMap(entry -> left(alarms, entry.getKey(), entry.getValue(), objective).stream())
                .mapToDouble(Double::doubleValue)
                .min();
    }

    /** As a rule saw it; without rules the budget is asked itself. */
    private static Optional<Double> left(Alarms alarms, AlarmKey key, AlarmTrack track, ObjectiveState objective) {
        if (!objective.getBurnRules().isEmpty()) {
            return track.burn().map(Burn::left);
        }
        return alarms.budget(key).map(budget -> leftAt(budget, track));
    }

    private static double leftAt(Budget budget, AlarmTrack track) {
        return budget.leftAt(track.head());
    }

    private static List<BurnStanding> burns(Map<AlarmKey, AlarmTrack> tracks, ObjectiveState objective) {
        List<BurnStanding> standings = new ArrayList<>();
        for (BurnRule rule : objective.getBurnRules()) {
            String words = ErrorBudget.words(rule);
            Collection<AlarmTrack> ofRule = ofRule(tracks, words);
            standings.add(BurnStanding.newBuilder()
                    .setRule(words)
                    .setStanding(Alarms.gravest(ofRule))
                    .setEvidence(ofRule.stream()
                            .flatMap(track -> track.burn().stream())
                            .max(Comparator.comparingDouble(Burn::longRate))
                            .map(burn -> evidence(objective, rule, burn))
                            .orElse(null))
                    .build());
        }
        return standings;
    }

    private static Collection<AlarmTrack> ofRule(Map<AlarmKey, AlarmTrack> tracks, String words) {
        return tracks.entrySet().stream()
                .filter(entry -> entry.getKey().rule().equals(words))
                .map(Map.Entry::getValue)
                .toList();
    }
}
