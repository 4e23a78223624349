package io.tidemark.app.tune;

import io.tidemark.events.TrialState;
import io.tidemark.events.TrialStatus;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * When failed starts end a sweep: one of the default, or, once each phase was tried, three in a row by the same cause in the same
 * words, among them one of a phase that worked before. Then it is the machine, not the configurations. Where no phase ever worked, any three do.
 */
final class FailureStreak {
    private static final int SAME = 3;

    private final Set<String> defaultPhases;
    private final Set<String> tried = new HashSet<>();
    private final Set<String> worked = new HashSet<>();
    private String cause = "";
    private int length;
    private boolean workedBefore;
    private Optional<String> stop = Optional.empty();

    FailureStreak(Set<String> defaultPhases) {
        this.defaultPhases = Set.copyOf(defaultPhases);
    }

    /** @param planned phases of all starts */
    void add(TrialState trial, Set<String> planned) {
        tried.add(trial.getPhase());
        if (trial.getStatus() != TrialStatus.INFEASIBLE) {
            worked.add(trial.getPhase());
            length = 0;
            cause = "";
            return;
        }
        String failed = "(" + trial.getFailure() + "): " + trial.getDescription();
        boolean isSame = kind(failed).equals(kind(cause));
        length = isSame ? length + 1 : 1;
        workedBefore = (isSame && workedBefore) || worked.contains(trial.getPhase());
        cause = failed;
        if (defaultPhases.contains(trial.getPhase())) {
            stop = Optional.of("the default failed " + cause);
        } else if (length >= SAME && tried.containsAll(planned) && (workedBefore || worked.isEmpty())) {
            stop = Optional.of(SAME + " starts in a row failed by the same cause " + cause);
        }
    }

    /** What two failures of one cause have in common: process ids, times and sizes differ from start to start. */
    static String kind(String description) {
        return description.replaceAll("\\d+", "#");
    }

    /** Why no other server is started; empty while others are. */
    Optional<String> stop() {
        return stop;
    }
}
