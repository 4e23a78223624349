package io.tidemark.console.view;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tidemark.sinks.store.read.run.TargetRow;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All of a run but its windows and requests. */
public record RunView(
        @JsonUnwrapped RunHead head,
        List<String> invalidReasons,
        Optional<String> lost,
        List<TargetRow> targets,
        List<ObjectiveView> objectives,
        List<StepView> steps,
        @JsonUnwrapped LiveRunView.Held held,
        long breachCount,
        Configuration configuration,
        List<String> remarks,
        String command,
        String toolVersion,
        List<SignalView> signals) {
    /** @param comparedWith the newest earlier run of another phase of the experiment */
    public record Configuration(
            Map<String, String> flags,
            Map<String, String> labels,
            Optional<Before> comparedWith,
            List<Change> changes) {}

    public record Before(String run, String phase) {}

    /** A flag that differs; empty where it is not set. */
    public record Change(String name, Optional<String> before, Optional<String> now) {}

    /** A signal that windows may have. */
    public record SignalView(String id, String label, String unit) {}
}
