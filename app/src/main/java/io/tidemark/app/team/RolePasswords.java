package io.tidemark.app.team;

import io.tidemark.schemas.files.PrivateFiles;
import io.tidemark.sinks.store.postgres.RoleChange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * New passwords of a team's database roles. They exist here and at whoever gets them; the server keeps a salted hash.
 *
 * @param passwords by role
 */
public record RolePasswords(Map<String, String> passwords) {
    public RolePasswords {
        passwords = new TreeMap<>(passwords);
    }

    /** For the roles that the changes make: 256 random bits each. */
    public static RolePasswords of(List<RoleChange> changes, SecureRandom random) {
        Map<String, String> passwords = new TreeMap<>();
        changes.stream()
                .filter(RoleChange::makesRole)
                .forEach(change -> passwords.put(change.name(), ScramSecrets.password(random)));
        return new RolePasswords(passwords);
    }

    /**
     * Writes each password to a file of its own with mode 0600, as {@code --store-password-file} takes it.
     *
     * @throws IOException if one cannot be written, or is there already
     */
    public void write(Path folder) throws IOException {
        PrivateFiles.createDirectories(folder);
        for (Map.Entry<String, String> role : passwords.entrySet()) {
            Path file = folder.resolve(role.getKey() + ".password");
            if (Files.exists(file)) {
                throw new IOException(file + " is there already");
            }
            PrivateFiles.createIfMissing(file);
            Files.writeString(file, role.getValue() + "\n", StandardOpenOption.TRUNCATE_EXISTING);
        }
    }

    /** Without the passwords, which no log may hold. */
    @Override
    public String toString() {
        return "RolePasswords" + passwords.keySet();
    }
}
