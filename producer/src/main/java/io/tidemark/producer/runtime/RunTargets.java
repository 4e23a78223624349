package io.tidemark.producer.runtime;

import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.scrape.TargetProbe.ProbeResult;
import io.tidemark.schemas.TargetGroup;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The targets that share the load of a run, in the order of its plan.
 *
 * @param all at least one, with their models known; their names differ
 */
public record RunTargets(List<ProbeResult> all) {
    public RunTargets {
        all = List.copyOf(all);
        if (all.isEmpty()) {
            throw new IllegalArgumentException("a run needs a target");
        }
    }

    public static RunTargets of(ProbeResult only) {
        return new RunTargets(List.of(only));
    }

    public boolean areSeveral() {
        return all.size() > 1;
    }

    /** The name under which figures of the whole run are recorded: the only target's, or {@link TargetGroup#ALL}. */
    public String name() {
        return areSeveral() ? TargetGroup.ALL : first().name();
    }

    /** What events say of the targets that theirs is one of: {@link TargetGroup#ALL}, or nothing of a single one. */
    public String group() {
        return areSeveral() ? TargetGroup.ALL : "";
    }

    public TargetPlan first() {
        return get(0).target();
    }

    /** By its place in the order of the plan, from 0. */
    public ProbeResult get(int index) {
        return all.get(index);
    }

    public List<TargetPlan> plans() {
        return all.stream().map(ProbeResult::target).toList();
    }

    /** Weights by name, in order. */
    public Map<String, Integer> weights() {
        Map<String, Integer> weights = new LinkedHashMap<>();
        plans().forEach(target -> weights.put(target.name(), target.weight()));
        return weights;
    }
}
