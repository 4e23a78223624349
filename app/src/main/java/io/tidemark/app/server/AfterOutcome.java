package io.tidemark.app.server;

import java.util.List;

/**
 * What became of a command that was to run after the load of a phase.
 *
 * @param name of the command
 * @param description in one line; begins with "failed" or "skipped" if it was
 * @param runs ids of the runs that its results were imported as
 */
public record AfterOutcome(String name, String description, List<String> runs) {
    public AfterOutcome {
        runs = List.copyOf(runs);
    }
}
