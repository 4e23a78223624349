package io.tidemark.reports.tune;

import io.tidemark.events.Verdict;
import io.tidemark.reports.run.LoadLevel;
import io.tidemark.reports.run.MeasuredStep;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The load at which figures of configurations stand beside each other.
 *
 * @param heldByAll whether none of them fails there in more starts than it passes
 */
public record CommonLoad(LoadLevel load, boolean heldByAll) {
    /** The highest that all held; else the highest that all were measured at and one held; else the highest that all were measured at. */
    static Optional<CommonLoad> of(List<Configuration> measured) {
        TreeSet<LoadLevel> common = common(measured);
        return common.descendingSet().stream()
                .filter(load -> measured.stream().noneMatch(one -> fails(one, load)))
                .findFirst()
                .map(load -> new CommonLoad(load, true))
                .or(() -> common.descendingSet().stream()
                        .filter(load -> measured.stream().anyMatch(one -> !fails(one, load)))
                        .findFirst()
                        .or(() -> common.descendingSet().stream().findFirst())
                        .map(load -> new CommonLoad(load, false)));
    }

    /** Loads that all were measured at. */
    static TreeSet<LoadLevel> common(List<Configuration> measured) {
        TreeSet<LoadLevel> common = new TreeSet<>();
        measured.stream().findFirst().ifPresent(first -> common.addAll(first.loads()));
        measured.forEach(one -> common.retainAll(one.loads()));
        return common;
    }

    /** In more starts than it passes. */
    static boolean fails(Configuration configuration, LoadLevel load) {
        List<MeasuredStep> steps = configuration.stepsAt(load);
        return count(steps, Verdict.FAIL) > count(steps, Verdict.PASS);
    }

    private static long count(List<MeasuredStep> steps, Verdict verdict) {
        return steps.stream().filter(step -> step.verdict() == verdict).count();
    }
}
