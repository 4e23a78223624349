package io.tidemark.app.live;

import io.tidemark.app.process.Terminal;

/**
 * Where the progress of runs is printed.
 *
 * @param verbose whether details are printed too: what the load generator and the server do, how lengths are aimed, where events go
 */
public record ProgressOutput(Terminal terminal, boolean verbose) {
    /** One without details. */
    public static ProgressOutput brief(Terminal terminal) {
        return new ProgressOutput(terminal, false);
    }

    /** A line that only {@code --verbose} shows. */
    public void printDetail(String line) {
        if (verbose) {
            terminal.printLine(line);
        }
    }
}
