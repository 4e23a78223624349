package io.tidemark.app.tune;

import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.sweep.MeasurementIdentity;
import io.tidemark.producer.plan.tune.TunePlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What must be the same for measurements of a tune to stand beside those that were made before it was resumed: the identity of its first phase
 * in full, and a digest of each other one.
 */
final class TuneIdentity {
    private static final String FIRST = "first phase";
    private static final String PHASE = "phase ";
    private static final String HELD_OUT = "held-out workload";
    private static final String TARGET = "target";
    private static final String TOOL = "tidemark version";
    private static final int DIGEST = 16;

    private TuneIdentity() {}

    /**
     * Parts by name.
     *
     * @param commands the servers' command lines, by phase
     */
    static Map<String, String> of(
            Plan plan, Map<String, String> commands, String target, String toolVersion, Map<String, String> machine) {
        Map<String, String> parts = new TreeMap<>();
        for (PhasePlan phase : plan.phases()) {
            MeasurementIdentity identity = MeasurementIdentity.of(
                    plan,
                    phase,
                    new MeasurementIdentity.Environment(commands.getOrDefault(phase.name(), ""), "", machine));
            parts.putIfAbsent(FIRST, identity.json());
            parts.put(PHASE + phase.name(), identity.hash().substring(0, DIGEST));
        }
        plan.tune().flatMap(TunePlan::heldOut).ifPresent(heldOut -> parts.put(HELD_OUT, heldOut.workloadHash()));
        parts.put(TARGET, target);
        parts.put(TOOL, toolVersion);
        return parts;
    }

    /** What differs, in words; the version of the server is compared when the next one is ready. */
    static List<String> differences(Map<String, String> before, Map<String, String> now) {
        List<String> differences = new ArrayList<>(MeasurementIdentity.parse(before.getOrDefault(FIRST, ""))
                .differences(MeasurementIdentity.parse(now.getOrDefault(FIRST, ""))));
        for (String part : List.of(TARGET, TOOL, HELD_OUT)) {
            if (!before.getOrDefault(part, "").equals(now.getOrDefault(part, ""))) {
                differences.add("the " + part + " was " + before.getOrDefault(part, "not there") + " and is "
                        + now.getOrDefault(part, "not there"));
            }
        }
        if (differences.isEmpty()) {
            now.forEach((part, digest) -> {
                if (part.startsWith(PHASE) && !digest.equals(before.get(part))) {
                    differences.add(part + (before.containsKey(part) ? " was another" : " was not there"));
                }
            });
            before.keySet().stream()
                    .filter(part -> part.startsWith(PHASE) && !now.containsKey(part))
                    .forEach(part -> differences.add(part + " is not there any more"));
        }
        return differences;
    }
}
