package io.tidemark.app.cli.team;

import io.tidemark.app.team.AccessChange;
import io.tidemark.app.team.RegistryAccess;
import io.tidemark.cluster.registry.access.RegistryUsers;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.reports.failure.OperationException;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.schemas.files.PrivateFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The users of a {@code serve registry}, if it is to be looked after too. */
public final class RegistryUsersOptions {
    @Option(
            names = "--registry-users",
            paramLabel = "FILE",
            description = "Users of `serve registry`, here on its machine: the team's are looked after too.")
    private @Nullable Path file;

    /** None if no file was named. @throws OperationException if it cannot be read */
    public Optional<RegistryAccess> access() {
        return Optional.ofNullable(file).map(named -> {
            try {
                return new RegistryAccess(RegistryUsers.read(named));
            } catch (IOException e) {
                throw new InvalidInputException("--registry-users: " + e.getMessage());
            }
        });
    }

    /** The file, if one was named. */
    public Optional<Path> file() {
        return Optional.ofNullable(file);
    }

    /** @throws OperationException if a file was named beside an option that has nothing to do with it */
    void exclude(String option, boolean given) {
        if (given && file != null) {
            throw new InvalidInputException(option + " does not go together with --registry-users");
        }
    }

    void apply(List<AccessChange> changes, Map<String, String> passwords) {
        if (file == null || changes.isEmpty()) {
            return;
        }
        Path users = file;
        try {
            PrivateFiles.changeAlone(
                    users,
                    () -> access().orElseThrow()
                            .with(changes, passwords, new SecureRandom())
                            .write(users));
        } catch (IOException e) {
            throw new UnavailableException("--registry-users: " + e.getMessage(), e);
        }
    }
}
