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
 * New passwords of Kafka users. They exist here and at whoever gets them; Kafka keeps a salted hash.
 *
 * @param passwords by user
 */
public record ScramSecrets(Map<String, String> passwords) {
    private static final int PASSWORD_BYTES = 32;

    public ScramSecrets {
        passwords = new TreeMap<>(passwords);
    }

    /** For the users that the changes make: 256 random bits each. */
    public static ScramSecrets of(List<AccessChange> changes, SecureRandom random) {
        Map<String, String> passwords = new TreeMap<>();
        for (AccessChange change : changes) {
            if (change instanceof AccessChange.OfScramUser user && user.effect() == AccessChange.Effect.MADE) {
                passwords.put(user.user(), password(random));
            }
        }
        return new ScramSecrets(passwords);
    }

    static String password(SecureRandom random) {
        byte[] bytes = new byte[PASSWORD_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /**
     * Writes the client properties of each user to a file of its own with mode 0600, as {@code --kafka-config} takes them. Trust in the brokers'
     * certificate is the reader's to add, unless a public authority signed it.
     *
     * @return the files, by user
     * @throws IOException if one cannot be written, or is there already
     */
    public Map<String, Path> write(Path folder) throws IOException {
        PrivateFiles.createDirectories(folder);
        Map<String, Path> files = new TreeMap<>();
        for (Map.Entry<String, String> user : passwords.entrySet()) {
            Path file = folder.resolve(user.getKey().replaceAll("[^A-Za-z0-9._-]", "_") + ".properties");
            if (Files.exists(file)) {
                throw new IOException(file + " is there already");
            }
            PrivateFiles.createIfMissing(file);
            Files.writeString(file, properties(user.getKey(), user.getValue()), StandardOpenOption.TRUNCATE_EXISTING);
            files.put(user.getKey(), file);
        }
        return files;
    }

    private static String properties(String user, String password) {
        return "security.protocol=SASL_SSL\nsasl.mechanism=SCRAM-SHA-512\n"
                + "sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required username=\"" + user
                + "\" password=\"" + password + "\";\n";
    }

    /** Without the passwords, which no log may hold. */
    @Override
    public String toString() {
        return "ScramSecrets" + passwords.keySet();
    }
}
