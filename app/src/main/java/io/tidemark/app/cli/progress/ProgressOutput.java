package io.tidemark.app.cli.progress;

import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.app.live.RunDisplay;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.run.RunListener;
import io.tidemark.schemas.time.NanoClock;

/**
 * Where the progress of runs is printed.
 *
 * @param verbose whether details are printed too
 */
public record ProgressOutput(Terminal terminal, boolean verbose) implements RunDisplay {
    /** One without details. */
    public static ProgressOutput brief(Terminal terminal) {
        return new ProgressOutput(terminal, false);
    }

    @Override
    public void runStarted(String runId) {
        terminal.printFormatted("  run       %s", runId);
    }

    @Override
    public RunListener show(Plan plan, Sources sources, NanoClock clock) {
        return new ProgressLine(this, plan, sources, clock);
    }

    /** A line that only {@code --verbose} shows. */
    @Override
    public void detail(String line) {
        if (verbose) {
            terminal.printLine(line);
        }
    }
}
