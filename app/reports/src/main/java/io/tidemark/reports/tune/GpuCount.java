package io.tidemark.reports.tune;

import io.tidemark.reports.run.MeasuredRun;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How many GPUs the server of a configuration uses. */
public final class GpuCount {
    /** Label of a plan. */
    private static final String LABEL = "gpus";

    private static final String NUMBER = "[1-9]\\d{0,4}";

    /** Ways to share a model, by the long name of the flag and vLLM's short one. */
    private static final Map<String, String> FLAGS = Map.of(
            "tensor-parallel-size", "tp",
            "data-parallel-size", "dp",
            "pipeline-parallel-size", "pp");

    private GpuCount() {}

    /** The plan's label {@code gpus}; else the product of the parallel sizes, of flags or of the command; else 1. */
    public static int of(Configuration configuration) {
        return configuration.measured().stream()
                .flatMap(start -> start.measured().stream())
                .map(GpuCount::labelled)
                .filter(count -> count > 0)
                .findFirst()
                .orElseGet(() -> byFlags(configuration));
    }

    private static int labelled(MeasuredRun run) {
        String label = run.row().origin().labels().getOrDefault(LABEL, "");
        return label.matches(NUMBER) ? Integer.parseInt(label) : 0;
    }

    private static int byFlags(Configuration configuration) {
        String command = configuration.starts().stream()
                .map(start -> start.trial().command())
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse("");
        return FLAGS.entrySet().stream()
                .mapToInt(flag -> size(configuration, command, flag.getKey(), flag.getValue()))
                .reduce(1, (one, other) -> one * other);
    }

    private static int size(Configuration configuration, String command, String name, String shortName) {
        String set = configuration.flags().getOrDefault(name, "");
        if (set.matches(NUMBER)) {
            return Integer.parseInt(set);
        }
        Matcher written = Pattern.compile("(?:^|\\s)(?:--" + name + "|-" + shortName + ")[= ](" + NUMBER + ")(?=\\s|$)")
                .matcher(command);
        return written.find() ? Integer.parseInt(written.group(1)) : 1;
    }
}
