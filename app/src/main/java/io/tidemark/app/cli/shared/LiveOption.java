package io.tidemark.app.cli.shared;

import picocli.CommandLine.Option;

/** When results are computed. */
public final class LiveOption {
    @Option(
            names = "--live",
            description =
                    "Compute results while the load runs, beside the client. Default: after the load, but for --kafka,"
                            + " several workers, and plans of more than 15 min beside `tidemark up`.")
    private boolean live;

    public boolean live() {
        return live;
    }
}
