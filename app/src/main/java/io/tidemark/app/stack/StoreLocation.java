package io.tidemark.app.stack;

import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.sinks.store.address.StoreAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Where a result store is, as it is written on a command line, and where the password of its server is. A password itself is never
 * written there: everyone on the machine could read it.
 *
 * @param text a SQLite file, or the JDBC URL of a PostgreSQL server
 * @param passwordFile one line; else the environment's {@code TIDEMARK_STORE_PASSWORD}, else what the driver finds in {@code ~/.pgpass}
 */
public record StoreLocation(String text, Optional<Path> passwordFile) {
    /** The variable with the password of a store's server. */
    public static final String PASSWORD_VARIABLE = "TIDEMARK_STORE_PASSWORD";

    /** The store of a home folder. */
    public static StoreLocation inHome(Path home) {
        return new StoreLocation(home.resolve("store.db").toString(), Optional.empty());
    }

    /** The same with absolute paths, for processes in other working directories. */
    public StoreLocation anywhere() {
        boolean isFile = StoreAddress.of(text, Optional.empty()) instanceof StoreAddress.InFile;
        return new StoreLocation(
                isFile ? Path.of(text).toAbsolutePath().normalize().toString() : text,
                passwordFile.map(Path::toAbsolutePath));
    }

    /** @throws InvalidInputException if it is no place of a store, or the password cannot be read */
    public StoreAddress address(Map<String, String> environment) {
        try {
            return StoreAddress.of(text, password(environment));
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException("--store: " + e.getMessage());
        }
    }

    private Optional<String> password(Map<String, String> environment) {
        return passwordFile
                .map(StoreLocation::read)
                .or(() -> Optional.ofNullable(environment.get(PASSWORD_VARIABLE)))
                .map(String::strip)
                .filter(password -> !password.isEmpty());
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new InvalidInputException("--store-password-file " + file + " cannot be read: " + e.getMessage());
        }
    }
}
