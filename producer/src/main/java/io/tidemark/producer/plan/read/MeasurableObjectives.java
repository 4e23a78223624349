package io.tidemark.producer.plan.read;

import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveState;
import io.tidemark.producer.plan.RequestPlan;
import io.tidemark.producer.plan.workload.LengthDistribution;
import io.tidemark.producer.plan.workload.WorkloadPlan;
import io.tidemark.producer.yaml.YamlSection;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Refuses objectives that no request of the plan can have a value of: they would be undecided for ever. */
final class MeasurableObjectives {
    private static final Set<MetricName> OF_STREAMS =
            Set.of(MetricName.TTFT, MetricName.TTFT_DUE, MetricName.TPOT, MetricName.ITL);
    private static final Set<MetricName> OF_SEVERAL_TOKENS = Set.of(MetricName.TPOT, MetricName.ITL);

    private final YamlSection root;
    private final List<ObjectiveState> objectives;

    MeasurableObjectives(YamlSection root, List<ObjectiveState> objectives) {
        this.root = root;
        this.objectives = objectives;
    }

    void check(RequestPlan request, WorkloadPlan workload) {
        if (!request.stream()) {
            refuse(OF_STREAMS, "ttft, tpot or itl with request.stream: false");
        } else if (hasSingleTokens(workload)) {
            refuse(OF_SEVERAL_TOKENS, "tpot or itl where the workload's answers have one token");
        }
    }

    private void refuse(Set<MetricName> metrics, String what) {
        objectives.stream()
                .filter(objective -> asks(objective, metrics))
                .forEach(objective ->
                        root.refuse("slo", "must not ask for " + what + ", but has \"" + objective.getName() + "\""));
    }

    private static boolean asks(ObjectiveState objective, Collection<MetricName> metrics) {
        return metrics.contains(objective.getMetric())
                || objective.getGoodLimitsNanos().keySet().stream()
                        .anyMatch(name -> metrics.contains(MetricName.valueOf(name)));
    }

    /** Whether no answer has two tokens; files may say otherwise, so that theirs are not known. */
    private static boolean hasSingleTokens(WorkloadPlan workload) {
        if (workload instanceof WorkloadPlan.Mixture mixture) {
            return mixture.parts().stream().allMatch(part -> hasSingleTokens(part.workload()));
        }
        return outputTokens(workload).filter(length -> length.max() < 2).isPresent();
    }

    private static Optional<LengthDistribution> outputTokens(WorkloadPlan workload) {
        if (workload instanceof WorkloadPlan.Synthetic synthetic) {
            return Optional.of(synthetic.outputTokens());
        }
        if (workload instanceof WorkloadPlan.SharedPrefix shared) {
            return Optional.of(shared.outputTokens());
        }
        return workload instanceof WorkloadPlan.Conversations conversations
                ? Optional.of(conversations.outputTokens())
                : Optional.empty();
    }
}
