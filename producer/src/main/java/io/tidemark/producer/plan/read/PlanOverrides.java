package io.tidemark.producer.plan.read;

import io.tidemark.producer.yaml.SourceLocation;
import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import io.tidemark.producer.yaml.YamlNode.Mapping;
import io.tidemark.producer.yaml.YamlPath;
import io.tidemark.producer.yaml.YamlProblems;
import io.tidemark.producer.yaml.YamlReader;
import java.util.List;

/** Values that a command line puts in the place of a plan's, before anything is checked: {@code --set path=value}. */
final class PlanOverrides {
    private PlanOverrides() {}

    /**
     * The plan with them, one after the other. A value is YAML: {@code 3}, {@code [1, 2]}, {@code {kind: gamma, burstiness: 2}}; an
     * empty one takes the key away.
     */
    static Mapping apply(Mapping plan, List<String> overrides, YamlProblems problems) {
        Mapping changed = plan;
        for (String override : overrides) {
            changed = apply(changed, override, problems);
        }
        return changed;
    }

    private static Mapping apply(Mapping plan, String override, YamlProblems problems) {
        int equals = override.indexOf('=');
        String path = equals < 0 ? override : override.substring(0, equals).strip();
        SourceLocation origin = SourceLocation.ofOption("--set " + path);
        if (equals < 0) {
            problems.add(origin, "", "must be path=value such as steps[1].rate=3");
            return plan;
        }
        try {
            return YamlPath.parse(path)
                    .setValue(plan, YamlReader.value(override.substring(equals + 1), origin, problems));
        } catch (InvalidValueException e) {
            problems.add(origin, "", String.valueOf(e.getMessage()));
            return plan;
        }
    }
}
