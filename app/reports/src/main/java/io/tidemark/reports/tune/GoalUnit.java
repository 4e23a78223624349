package io.tidemark.reports.tune;

import io.tidemark.events.LoadKind;
import io.tidemark.schemas.ValueText;

/** The unit of a goal's values, with a blank before it; empty where it is not known. */
public final class GoalUnit {
    private GoalUnit() {}

    public static String of(TuneReport report) {
        if (!(report.goal() instanceof GoalValue.Standard goal)) {
            return " ms";
        }
        return switch (goal) {
            case OUTPUT_TOKENS -> " tok/s";
            case GOODPUT -> " req/s";
            case VALUE, COST -> "";
            case HELD_LOAD ->
                report.measured().stream()
                        .flatMap(one -> one.measured().stream())
                        .map(start -> HeldRange.of(start).kind())
                        .filter(kind -> kind != LoadKind.UNKNOWN)
                        .findFirst()
                        .map(kind -> " " + ValueText.loadUnit(kind))
                        .orElse("");
        };
    }
}
