package io.tidemark.app.cli.results;

import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.read.run.RunRow;

/** Finds the runs of a store that a command line names by their ids. */
final class RunLookup {
    private RunLookup() {}

    /** @throws InvalidInputException if the store holds no such run */
    static RunRow byId(ResultReader results, String id) {
        return results.teams().stream()
                .flatMap(team -> results.run(new RunKey(team, id)).stream())
                .findFirst()
                .orElseThrow(() -> new InvalidInputException(
                        "run " + id + " is not in the store; tidemark runs list shows what is"));
    }
}
