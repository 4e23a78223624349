package io.tidemark.app.team;

import io.tidemark.app.team.AccessChange.OfRegistryUser;
import io.tidemark.app.team.AccessChange.OfScramUser;
import io.tidemark.schemas.files.PrivateFiles;
import io.tidemark.sinks.store.postgres.RoleChange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * New passwords of users and database roles. Only this process and their recipients have them; Kafka, the registry and the store's server keep salted hashes.
 *
 * @param passwords by user
 */
public record NewPasswords(AccessPlace place, Map<String, String> passwords) {
    private static final int PASSWORD_BYTES = 32;

    public NewPasswords {
        passwords = new TreeMap<>(passwords);
    }

    /** For the users that the changes make on Kafka: 256 random bits each. */
    public static NewPasswords onKafka(List<AccessChange> changes, SecureRandom random) {
        return of(AccessPlace.KAFKA, made(changes, OfScramUser.class).map(OfScramUser::user), random);
    }

    /** For the users that the changes make in the registry: 256 random bits each. */
    public static NewPasswords inRegistry(List<AccessChange> changes, SecureRandom random) {
        return of(AccessPlace.REGISTRY, made(changes, OfRegistryUser.class).map(OfRegistryUser::user), random);
    }

    /** For the database roles that the changes make: 256 random bits each. */
    public static NewPasswords inStore(List<RoleChange> changes, SecureRandom random) {
        return of(
                AccessPlace.STORE,
                changes.stream().filter(RoleChange::makesRole).map(RoleChange::name),
                random);
    }

    private static NewPasswords of(AccessPlace place, Stream<String> users, SecureRandom random) {
        return new NewPasswords(place, users.collect(Collectors.toMap(user -> user, user -> random(random))));
    }

    private static <C extends AccessChange> Stream<C> made(List<AccessChange> changes, Class<C> sort) {
        return changes.stream()
                .filter(change -> change.effect() == AccessChange.Effect.MADE)
                .filter(sort::isInstance)
                .map(sort::cast);
    }

    /** 256 bits in 43 characters. */
    static String random(SecureRandom random) {
        byte[] bytes = new byte[PASSWORD_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /**
     * Writes what each user logs in with to a file of its own with mode 0600, as {@code --kafka-config}, {@code --registry-config} and {@code --store-password-file} take it.
     * Trust in the server's certificate is the reader's to add, unless a public authority signed it.
     *
     * @return the files, by user
     * @throws IOException if one cannot be written, or is there already
     */
    public Map<String, Path> write(Path folder) throws IOException {
        PrivateFiles.createDirectories(folder);
        Map<String, Path> files = new TreeMap<>();
        for (Map.Entry<String, String> user : passwords.entrySet()) {
            Path file = folder.resolve(place.file(user.getKey()));
            if (Files.exists(file)) {
                throw new IOException(file + " is there already");
            }
            PrivateFiles.replace(file, content(user.getKey(), user.getValue()));
            files.put(user.getKey(), file);
        }
        return files;
    }

    private String content(String user, String password) {
        return switch (place) {
            case KAFKA ->
                "security.protocol=SASL_SSL\nsasl.mechanism=SCRAM-SHA-512\n"
                        + "sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required username=\""
                        + user + "\" password=\"" + password + "\";\n";
            case REGISTRY ->
                "basic.auth.credentials.source=USER_INFO\nbasic.auth.user.info=" + user + ":" + password + "\n";
            case STORE -> password + "\n";
        };
    }

    /** Without the passwords, which no log may hold. */
    @Override
    public String toString() {
        return "NewPasswords" + passwords.keySet();
    }
}
