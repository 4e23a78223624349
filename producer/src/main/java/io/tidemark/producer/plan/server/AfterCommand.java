package io.tidemark.producer.plan.server;

import java.time.Duration;
import java.util.Optional;

/**
 * A command that is run after the load of a phase, while the phase's server still runs: an item of the list {@code after}.
 *
 * @param name of the command and of its folder of results
 * @param command with {@code ${url}} and {@code ${results}} beside the placeholders of a server's command
 * @param resultFormat of the files that it writes into its folder of results, as {@code tidemark runs import --format} names it; empty if
 *     nothing is imported
 * @param timeout after which it is ended
 * @param ifMissing what happens if its program is not there
 */
public record AfterCommand(
        String name, CommandTemplate command, Optional<String> resultFormat, Duration timeout, IfMissing ifMissing) {
    /** Where the plan says nothing. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofHours(2);

    /** What happens if a program is not there. */
    public enum IfMissing {
        /** The command is left out, and a warning says so before the first start. */
        SKIP,
        /** Nothing is started. */
        FAIL
    }
}
