package io.tidemark.app.cli.shared;

import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.delivery.SpooledRuns;
import io.tidemark.app.stack.StackFile;
import io.tidemark.app.stack.StoreLocation;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.sinks.store.postgres.PostgresAddress;
import io.tidemark.sinks.store.read.ResultReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which result store. */
public final class StoreOptions {
    @Option(
            names = "--store",
            paramLabel = "STORE",
            description =
                    "Result store: a SQLite file or a PostgreSQL URL. Such as"
                            + " jdbc:postgresql://HOST/DATABASE?user=NAME. Default: that of the stack that is up, else store.db in the home folder (TIDEMARK_HOME, ./tidemark).")
    private @Nullable String store;

    @Option(
            names = "--store-password-file",
            paramLabel = "FILE",
            description = "File with the password of the store's server. Default: the environment's"
                    + " TIDEMARK_STORE_PASSWORD, or ~/.pgpass.")
    private @Nullable Path passwordFile;

    /**
     * The store that was named; empty for the home folder's.
     *
     * @throws InvalidInputException if it cannot be a store
     */
    public Optional<StoreLocation> given(CommandContext context) {
        Optional<StoreLocation> named =
                Optional.ofNullable(store).map(text -> new StoreLocation(text, Optional.ofNullable(passwordFile)));
        named.ifPresent(place -> place.address(context.environment()));
        return named;
    }

    /** The server of the store that was named; empty if none was, or it is a file. */
    public Optional<PostgresAddress> givenServer(CommandContext context) {
        return given(context)
                .map(place -> place.address(context.environment()))
                .filter(StoreAddress.OnServer.class::isInstance)
                .map(place -> ((StoreAddress.OnServer) place).server());
    }

    /** The file of a password, if one was named. */
    public Optional<Path> secretFile() {
        return Optional.ofNullable(passwordFile);
    }

    /** What names the same store to another command; none for the home folder's. */
    public List<String> arguments() {
        List<String> arguments = new ArrayList<>();
        if (store != null) {
            arguments.addAll(List.of("--store", store));
        }
        if (passwordFile != null) {
            arguments.addAll(List.of("--store-password-file", passwordFile.toString()));
        }
        return arguments;
    }

    /** The store that was named, else that of the stack that is up, else the home folder's. */
    public StoreAddress orHome(CommandContext context) {
        return given(context)
                .or(() -> StackFile.in(context.home()).up().map(StackFile.Entry::place))
                .orElseGet(() -> StoreLocation.inHome(context.home()))
                .address(context.environment());
    }

    /**
     * The store to read, closed when the command ends. What runs of this home left that were killed is stored first.
     *
     * @throws InvalidInputException if there is none
     */
    public ResultReader open(CommandContext context) {
        new SpooledRuns(context).storeAll();
        return context.resources().register(existing(context).openReader());
    }

    /**
     * A store that is there, as far as a path shows it.
     *
     * @throws InvalidInputException if there is none
     */
    public StoreAddress existing(CommandContext context) {
        StoreAddress address = orHome(context);
        if (address instanceof StoreAddress.InFile there && !Files.isRegularFile(there.file())) {
            throw new InvalidInputException("no result store at " + address + ": run something first, or give --store");
        }
        return address;
    }
}
