package io.tidemark.app.team;

import io.tidemark.cluster.registry.access.PasswordHash;
import io.tidemark.cluster.registry.access.RegistryUser;
import io.tidemark.cluster.registry.access.RegistryUsers;
import io.tidemark.cluster.registry.access.SubjectRight;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The first file of users of a registry: one user must be able to register the schemas of the first team. */
public final class RegistryUsersFile {
    private static final String ADMIN = "admin";

    private RegistryUsersFile() {}

    /**
     * Makes it with a user {@value #ADMIN} who may do everything, unless it is there.
     *
     * @return the file with the client settings of that user, if it was made
     */
    public static Optional<Path> makeIfMissing(Path file, SecureRandom random) throws IOException {
        if (Files.exists(file)) {
            return Optional.empty();
        }
        NewPasswords passwords = new NewPasswords(AccessPlace.REGISTRY, Map.of(ADMIN, NewPasswords.random(random)));
        Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent());
        Path settings = Objects.requireNonNull(passwords.write(folder).get(ADMIN));
        PasswordHash hash =
                PasswordHash.of(Objects.requireNonNull(passwords.passwords().get(ADMIN)), random);
        RegistryUsers.NONE
                .with(ADMIN, new RegistryUser(hash, List.of(SubjectRight.EVERYTHING)))
                .write(file);
        return Optional.of(settings);
    }
}
