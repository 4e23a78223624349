package io.tidemark.app.tune;

import io.tidemark.producer.plan.Plan;
import io.tidemark.schemas.Sha256;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** What must be the same for measurements of a tune to stand beside those that were made before it was resumed. */
public final class TuneIdentity {
    private TuneIdentity() {}

    /**
     * Parts by name.
     *
     * @param commands the servers' command lines, by phase
     */
    public static Map<String, String> of(Plan plan, Map<String, String> commands, String target, String toolVersion) {
        Map<String, String> parts = new TreeMap<>();
        parts.put("plan", plan.planHash());
        parts.put("workload", plan.workloadHash());
        commands.forEach((phase, command) -> parts.put("command of " + phase, Sha256.hex(command)));
        parts.put("target", target);
        parts.put("tidemark version", toolVersion);
        parts.put(
                "machine",
                System.getProperty("os.name") + " " + System.getProperty("os.version") + ", "
                        + Runtime.getRuntime().availableProcessors() + " processors");
        return parts;
    }

    /** What differs, each part with both values; a part that only one of them has, such as the version of a server, is not compared. */
    public static List<String> differences(Map<String, String> before, Map<String, String> now) {
        List<String> differences = new ArrayList<>();
        new TreeMap<>(before).forEach((part, was) -> {
            String is = now.get(part);
            if (is != null && !Objects.equals(was, is)) {
                differences.add(part + " was " + shortened(was) + " and is " + shortened(is));
            }
        });
        return differences;
    }

    private static String shortened(String value) {
        return value.matches("[0-9a-f]{64}") ? "sha256:" + value.substring(0, 12) : value;
    }
}
