package io.tidemark.producer.plan.server;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How one server is started, waited for and stopped: the section {@code server} of a plan with what a phase says otherwise.
 *
 * @param recipe what starts it
 * @param environment variables that are added to those of the process that starts it, in the order in which they were read
 * @param directory working folder of the command; empty for that of the process that starts it
 * @param flags base flags, in the order of the file; those of a phase are put over them. A value of {@code default} leaves the flag out
 * @param flagStyle how flags are spelled on a command line
 * @param ready when it counts as ready
 * @param warmUpRequests requests that are sent one after the other once it is ready, before any load
 * @param stop how it is stopped
 * @param logs how much of its output is kept
 */
public record ServerPlan(
        ServerRecipe recipe,
        List<EnvironmentEntry> environment,
        Optional<Path> directory,
        Map<String, String> flags,
        FlagStyle flagStyle,
        ReadyPlan ready,
        int warmUpRequests,
        StopPlan stop,
        LogBounds logs) {
    /** The value of a flag that is left out: the server's own default holds. */
    public static final String DEFAULT_VALUE = "default";

    public ServerPlan {
        environment = List.copyOf(environment);
        flags = Collections.unmodifiableMap(new LinkedHashMap<>(flags));
    }
}
