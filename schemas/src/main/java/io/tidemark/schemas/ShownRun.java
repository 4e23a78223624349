package io.tidemark.schemas;

import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.TargetRef;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What pages and metrics keep of a run's definition, which may have a megabyte.
 *
 * @param isCounted whether its verdicts count as those of its phase, see {@link RunLabels#isCounted}
 * @param ended empty while it lasts
 * @param target the one that it drives, {@link TargetGroup#ALL} for several; empty if it names none
 * @param model of its first target; empty if it names none
 */
public record ShownRun(
        String run,
        String experiment,
        String phase,
        boolean isProbe,
        boolean isCounted,
        RunStatus status,
        Instant started,
        Optional<Instant> ended,
        Optional<String> target,
        String model,
        int stepCount) {
    public static ShownRun of(RunState state) {
        List<TargetRef> targets = state.getTargets();
        Optional<TargetRef> first = targets.stream().findFirst();
        return new ShownRun(
                state.getRun(),
                state.getExperiment(),
                state.getPhase(),
                RunLabels.isProbe(state.getLabels()),
                RunLabels.isCounted(state),
                state.getStatus(),
                state.getStarted(),
                Optional.ofNullable(state.getEnded()),
                first.map(target -> targets.size() > 1 ? TargetGroup.ALL : target.getName()),
                first.map(TargetRef::getModel).orElse(""),
                state.getStepCount());
    }
}
