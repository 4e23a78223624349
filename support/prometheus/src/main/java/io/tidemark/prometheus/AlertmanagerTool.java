package io.tidemark.prometheus;

import io.tidemark.prometheus.PrometheusTool.Ended;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs {@code amtool}. */
public final class AlertmanagerTool {
    private static final String PROGRAM = "amtool";

    private AlertmanagerTool() {}

    /** Why it cannot be run on this machine; empty if it can. */
    public static Optional<String> obstacle() {
        return PrometheusTool.missing(PROGRAM, "prometheus-alertmanager");
    }

    /** {@code amtool check-config} of a file. */
    public static Ended checkConfig(String file) {
        return PrometheusTool.run(List.of(PROGRAM, "check-config", file), "");
    }

    /** {@code amtool config routes test}: fails unless an alert with these labels goes to that receiver and no other. */
    public static Ended testRoute(String file, Map<String, String> labels, String receiver) {
        List<String> command = new ArrayList<>(List.of(
                PROGRAM, "config", "routes", "test", "--config.file=" + file, "--verify.receivers=" + receiver));
        labels.forEach((name, value) -> command.add(name + "=" + value));
        return PrometheusTool.run(command, "");
    }
}
