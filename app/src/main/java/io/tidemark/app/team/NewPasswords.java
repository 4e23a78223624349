package io.tidemark.app.team;

import io.tidemark.schemas.files.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * New passwords of users. They exist here and at whoever gets them; Kafka and the registry keep salted hashes.
 *
 * @param passwords by user
 */
public record NewPasswords(Place place, Map<String, String> passwords) {
    /** Where the users log in. */
    public enum Place {
        KAFKA(".properties"),
        REGISTRY(".registry.properties");

        private final String ending;

        Place(String ending) {
            this.ending = ending;
        }

        String file(String user) {
            return user.replaceAll("[^A-Za-z0-9._-]", "_") + ending;
        }

        private boolean isOf(AccessChange change) {
            return change.effect() == AccessChange.Effect.MADE
                    && (this == KAFKA
                            ? change instanceof AccessChange.OfScramUser
                            : change instanceof AccessChange.OfRegistryUser);
        }
    }

    private static final int PASSWORD_BYTES = 32;

    public NewPasswords {
        passwords = new TreeMap<>(passwords);
    }

    /** For the users of a place that the changes make: 256 random bits each. */
    public static NewPasswords of(Place place, List<AccessChange> changes, SecureRandom random) {
        Map<String, String> passwords = new TreeMap<>();
        for (AccessChange change : changes) {
            if (place.isOf(change)) {
                passwords.put(user(change), random(random));
            }
        }
        return new NewPasswords(place, passwords);
    }

    /** 256 bits in 43 characters. */
    static String random(SecureRandom random) {
        byte[] bytes = new byte[PASSWORD_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static String user(AccessChange change) {
        return change instanceof AccessChange.OfScramUser kafka
                ? kafka.user()
                : ((AccessChange.OfRegistryUser) change).user();
    }

    /**
     * Writes the client properties of each user to a file of its own with mode 0600, as {@code --kafka-config} and {@code --registry-config} take them. Trust in the brokers'
     * certificate is the reader's to add, unless a public authority signed it.
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
            PrivateFiles.createIfMissing(file);
            Files.writeString(file, properties(user.getKey(), user.getValue()), StandardOpenOption.TRUNCATE_EXISTING);
            files.put(user.getKey(), file);
        }
        return files;
    }

    private String properties(String user, String password) {
        if (place == Place.REGISTRY) {
            return "basic.auth.credentials.source=USER_INFO\nbasic.auth.user.info=" + user + ":" + password + "\n";
        }
        return "security.protocol=SASL_SSL\nsasl.mechanism=SCRAM-SHA-512\n"
                + "sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required username=\"" + user
                + "\" password=\"" + password + "\";\n";
    }

    /** Without the passwords, which no log may hold. */
    @Override
    public String toString() {
        return "NewPasswords" + passwords.keySet();
    }
}
