package io.tidemark.alerts.rule;

import io.tidemark.schemas.RequestClass;
import io.tidemark.schemas.StepNumber;
import io.tidemark.schemas.ValueText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Texts that several rules share. */
final class Words {
    private Words() {}

    /** 30 s, 5 min, 24 h. */
    static String duration(Duration duration) {
        long seconds = duration.toSeconds();
        if (seconds >= 7200 && seconds % 3600 == 0) {
            return seconds / 3600 + " h";
        }
        // Not its nanoseconds: those of 300 years are too many for a long.
        return ValueText.duration(seconds + duration.toNanosPart() / 1e9);
    }

    /** "all requests" or "requests of class chat". */
    static String requests(String requestClass) {
        return requestClass.equals(RequestClass.ALL) ? "all requests" : "requests of class " + requestClass;
    }

    /** The number of the step at an index. */
    static String step(int index) {
        return Integer.toString(StepNumber.of(index));
    }

    /** "max-num-seqs: 256 -> 512; vllm: 0.10 -> 0.11; enable-x: not set -> true"; "none" without a difference. */
    static String difference(Map<String, String> before, Map<String, String> after) {
        TreeSet<String> keys = new TreeSet<>(before.keySet());
        keys.addAll(after.keySet());
        List<String> parts = new ArrayList<>();
        for (String key : keys) {
            String from = before.getOrDefault(key, "not set");
            String to = after.getOrDefault(key, "not set");
            if (!from.equals(to)) {
                parts.add(key + ": " + from + " -> " + to);
            }
        }
        return parts.isEmpty() ? "none declared" : String.join("; ", parts);
    }
}
