package io.tidemark.app.cli.team;

import io.tidemark.app.cli.shared.StoreOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.sinks.store.postgres.PostgresAddress;
import io.tidemark.sinks.store.postgres.TeamRoles;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The store in which a team has database roles, if it has any. A file has none. */
final class TeamStoreOptions {
    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Option(names = "--store-only", description = "Only the database roles in the PostgreSQL store; ask no Kafka.")
    private boolean only;

    /** Whether Kafka is left alone. */
    boolean only() {
        return only;
    }

    /**
     * The roles of the store that was named, as an administrator of its server; empty if none was, or it is a file.
     *
     * @throws InvalidInputException if only the store is meant, and it has no roles
     */
    Optional<TeamRoles> roles(CommandContext context) {
        Optional<PostgresAddress> server = store.givenServer(context);
        if (only && server.isEmpty()) {
            throw new InvalidInputException("--store-only needs --store jdbc:postgresql://HOST/DATABASE?user=NAME"
                    + store.given(context)
                            .map(place -> " but --store is " + place.text())
                            .orElse(""));
        }
        return server.map(address -> context.resources().register(TeamRoles.open(address)));
    }
}
