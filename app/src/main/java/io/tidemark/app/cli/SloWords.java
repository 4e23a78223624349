package io.tidemark.app.cli;

import io.tidemark.events.ObjectiveState;
import io.tidemark.producer.plan.Objectives;
import io.tidemark.schemas.ErrorBudget;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Objectives and their budgets for people, in the words of a plan. */
final class SloWords {
    private SloWords() {}

    /** An objective, its period and each of its rules, a line each, as a plan has them and nothing left out but its name. */
    static List<String> lines(ObjectiveState objective) {
        Stream<String> budget = objective.getPeriodSeconds() == 0
                ? Stream.of("no error budget")
                : Stream.concat(
                        Stream.of("period " + ErrorBudget.duration(objective.getPeriodSeconds())),
                        objective.getBurnRules().stream().map(rule -> "burn " + Objectives.line(rule)));
        return Stream.concat(Stream.of(Objectives.line(objective)), budget).toList();
    }

    /** "of 24h: page 14.4x over 2m/10s, page 6x over 12m/1m". */
    static String budget(ObjectiveState objective) {
        return "of " + ErrorBudget.duration(objective.getPeriodSeconds()) + ": "
                + (objective.getBurnRules().isEmpty()
                        ? "no rules"
                        : objective.getBurnRules().stream()
                                .map(ErrorBudget::words)
                                .collect(Collectors.joining(", ")));
    }
}
