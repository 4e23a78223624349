package io.tidemark.app.cli.diagnose;

import io.tidemark.app.cli.shared.StoreOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.reports.failure.OperationException;
import io.tidemark.sinks.store.StoreException;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.CalibrationRow;
import io.tidemark.sinks.store.read.run.RunRow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** How the result store is, and what its newest runs say of the client that measured them. */
record StoreCheck(CommandContext context, StoreOptions options) {
    private static final String STORE = "store";
    private static final int NEWEST = 50;

    /**
     * What was found.
     *
     * @param calibration of the newest run that has one
     */
    record Result(Finding store, Optional<CalibrationRow> calibration) {}

    Result check() {
        try {
            StoreAddress address = options.orHome(context);
            if (address instanceof StoreAddress.InFile there && !Files.exists(there.file())) {
                return without(Finding.note(STORE, "there is none yet at " + address, "the first run makes it"));
            }
            try (ResultReader reader = address.openReader()) {
                return read(reader, address);
            }
        } catch (StoreException | OperationException e) {
            return without(Finding.failed(
                    STORE,
                    String.valueOf(e.getMessage()),
                    "give another --store; `tidemark admin store migrate` brings an older one up to date"));
        }
    }

    /** The store's file, if it is one. */
    Optional<Path> file() {
        try {
            return options.orHome(context) instanceof StoreAddress.InFile there
                    ? Optional.of(there.file())
                    : Optional.empty();
        } catch (StoreException | OperationException e) {
            // No store; check() says why.
            return Optional.empty();
        }
    }

    private static Result read(ResultReader reader, StoreAddress address) {
        List<RunRow> newest = reader.latestRuns(NEWEST);
        String fact = newest.isEmpty()
                ? "no run"
                : "newest run " + newest.get(0).key().run() + " of "
                        + newest.get(0).started();
        Optional<CalibrationRow> calibration = newest.stream()
                .flatMap(run -> run.notes().calibration().stream())
                .findFirst();
        return new Result(Finding.ok(STORE, address + ", " + fact), calibration);
    }

    private static Result without(Finding store) {
        return new Result(store, Optional.empty());
    }
}
