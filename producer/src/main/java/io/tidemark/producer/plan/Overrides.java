package io.tidemark.producer.plan;

import io.tidemark.producer.plan.ValueType.RuleBroken;
import io.tidemark.producer.plan.YamlNode.Mapping;
import java.util.List;

/** Values that a command line puts in the place of a plan's, before anything is checked: {@code --set path=value}. */
final class Overrides {
    private Overrides() {}

    /**
     * The plan with them, one after the other. A value is YAML: {@code 3}, {@code [1, 2]}, {@code {kind: gamma, burstiness: 2}}; an
     * empty one takes the key away.
     */
    static Mapping apply(Mapping plan, List<String> overrides, Problems problems) {
        Mapping changed = plan;
        for (String override : overrides) {
            changed = apply(changed, override, problems);
        }
        return changed;
    }

    private static Mapping apply(Mapping plan, String override, Problems problems) {
        int equals = override.indexOf('=');
        String path = equals < 0 ? override : override.substring(0, equals).strip();
        Origin origin = Origin.option("--set " + path);
        if (equals < 0) {
            problems.add(origin, "", "must be path=value such as steps[1].rate=3");
            return plan;
        }
        try {
            return TreePath.parse(path).set(plan, YamlTree.value(override.substring(equals + 1), origin, problems));
        } catch (RuleBroken e) {
            problems.add(origin, "", String.valueOf(e.getMessage()));
            return plan;
        }
    }
}
