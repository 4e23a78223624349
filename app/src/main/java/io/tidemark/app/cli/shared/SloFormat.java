package io.tidemark.app.cli.shared;

import io.tidemark.events.ObjectiveState;
import io.tidemark.producer.slo.ObjectiveSyntax;
import io.tidemark.schemas.ErrorBudget;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Objectives and their budgets for people, in the words of a plan. */
public final class SloFormat {
    private SloFormat() {}

    /** An objective, its period and each of its rules, a line each, as a plan has them and nothing left out but its name. */
    public static List<String> lines(ObjectiveState objective) {
        Stream<String> budget = objective.getPeriodSeconds() == 0
                ? Stream.of("no error budget")
                : Stream.concat(
                        Stream.of("period " + ErrorBudget.duration(objective.getPeriodSeconds())),
                        objective.getBurnRules().stream().map(rule -> "burn " + ObjectiveSyntax.line(rule)));
        return Stream.concat(Stream.of(ObjectiveSyntax.line(objective)), budget).toList();
    }

    /** "of 24h: page 14.4x over 2m/10s, page 6x over 12m/1m". */
    public static String budgetText(ObjectiveState objective) {
        return "of " + ErrorBudget.duration(objective.getPeriodSeconds()) + ": "
                + (objective.getBurnRules().isEmpty()
                        ? "no rules"
                        : objective.getBurnRules().stream()
                                .map(ErrorBudget::description)
                                .collect(Collectors.joining(", ")));
    }
}
