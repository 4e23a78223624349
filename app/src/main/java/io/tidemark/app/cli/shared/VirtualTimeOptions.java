package io.tidemark.app.cli.shared;

import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.run.virtualtime.SimulatedServer;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.simulator.http.server.SimulatorOptions;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whether a simulated server in virtual time takes the target's place, and as of when. */
public final class VirtualTimeOptions {
    @Option(
            names = "--simulate",
            paramLabel = "PROFILE",
            description = "Drive a simulated server in virtual time instead of a target, without sockets and waiting:"
                    + " a built-in profile or a YAML file, as for `tidemark simulate`.")
    private @Nullable String profile;

    @Option(
            names = "--start",
            paramLabel = "TIME",
            description = "With --simulate: when virtual time begins, e.g. 2026-11-20T08:00:00Z. The same plan, profile"
                    + " and start give the same run. Default: a time such that it ends before now.")
    private @Nullable Instant start;

    @Option(
            names = "--no-publish",
            description = "With --simulate: print figures only. No cluster is started and nothing is published.")
    private boolean unpublished;

    /** @throws InvalidInputException if an option needs --simulate */
    public void requireNoneWithoutSimulate() {
        if (!isGiven() && (unpublished || start != null)) {
            throw new InvalidInputException(
                    (unpublished ? "--no-publish" : "--start") + " goes with --simulate PROFILE");
        }
    }

    public boolean isGiven() {
        return profile != null;
    }

    public Optional<Instant> start() {
        return Optional.ofNullable(start);
    }

    public boolean publishes() {
        return !unpublished;
    }

    /**
     * Tries whether reports can be written, where there are results for them.
     *
     * @throws InvalidInputException if --out is given and there are none
     */
    public void requireReportable(ReportOptions report, CommandContext context) {
        if (publishes()) {
            report.requireWritable(context);
        } else if (report.out().isPresent()) {
            throw new InvalidInputException(
                    "--out writes a report, and --no-publish makes no results for one: leave one of the two out");
        }
    }

    /** As it was given. */
    public String profile() {
        return Objects.requireNonNull(profile, "--simulate PROFILE was not given");
    }

    public SimulatedServer server(SimulatorOptions.Extras extras) {
        String named = profile();
        return new SimulatedServer(SimulatedServerOptions.name(named), SimulatedServerOptions.config(named), extras);
    }
}
