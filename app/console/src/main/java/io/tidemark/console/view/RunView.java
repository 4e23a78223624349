package io.tidemark.console.view;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tidemark.schemas.Team;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All of a run but its windows and requests. */
public record RunView(
        Team team,
        String run,
        String experiment,
        String phase,
        boolean probe,
        String status,
        Instant started,
        Optional<Instant> ended,
        List<String> invalidReasons,
        Optional<String> lost,
        List<Target> targets,
        List<ObjectiveView> objectives,
        List<StepView> steps,
        @JsonUnwrapped LiveRunView.Held held,
        long breachCount,
        Configuration configuration,
        List<String> remarks,
        String command,
        String toolVersion,
        List<SignalView> signals) {
    public RunView {
        invalidReasons = List.copyOf(invalidReasons);
        targets = List.copyOf(targets);
        objectives = List.copyOf(objectives);
        steps = List.copyOf(steps);
        remarks = List.copyOf(remarks);
        signals = List.copyOf(signals);
    }

    /** Where load was sent. */
    public record Target(String name, String url, String model, Optional<String> serverVersion) {}

    /** @param comparedWith the newest earlier run of another phase of the experiment */
    public record Configuration(
            Map<String, String> flags,
            Map<String, String> labels,
            Optional<Before> comparedWith,
            List<Change> changes) {
        public Configuration {
            flags = Map.copyOf(flags);
            labels = Map.copyOf(labels);
            changes = List.copyOf(changes);
        }
    }

    public record Before(String run, String phase) {}

    /** A flag that differs; empty where it is not set. */
    public record Change(String name, Optional<String> before, Optional<String> now) {}

    /** A signal that windows may have. */
    public record SignalView(String id, String label, String unit) {}
}
