package io.tidemark.app.tune;

import io.tidemark.events.TrialState;
import io.tidemark.events.TrialStatus;
import java.util.Optional;
import java.util.Set;

/** When failed starts end a sweep: three of one cause in a row, or one of the default. Then it is the machine, not the configurations. */
final class FailureStreak {
    private static final int SAME = 3;

    private final Set<String> defaultPhases;
    private String cause = "";
    private int length;
    private Optional<String> stop = Optional.empty();

    FailureStreak(Set<String> defaultPhases) {
        this.defaultPhases = Set.copyOf(defaultPhases);
    }

    void add(TrialState trial) {
        if (trial.getStatus() != TrialStatus.INFEASIBLE) {
            length = 0;
            cause = "";
            return;
        }
        length = trial.getFailure().equals(cause) ? length + 1 : 1;
        cause = trial.getFailure();
        if (defaultPhases.contains(trial.getPhase())) {
            stop = Optional.of("the default failed (" + cause + "): " + trial.getWords());
        } else if (length >= SAME) {
            stop = Optional.of(SAME + " starts in a row failed by the same cause (" + cause + "): " + trial.getWords());
        }
    }

    /** Why no other server is started; empty while others are. */
    Optional<String> stop() {
        return stop;
    }
}
