package io.tidemark.cluster.registry.access;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.schemas.files.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All users of a registry, and the file that holds them: a JSON object of users with {@code password}, a {@link PasswordHash}, and
 * {@code rights}, a list of {@link SubjectRight}s. Only its owner may read and write it; the owner's group may read it.
 *
 * @param users by name
 */
public record RegistryUsers(NavigableMap<String, RegistryUser> users) {
    public static final RegistryUsers NONE = new RegistryUsers(new TreeMap<>());

    private static final JsonMapper JSON = new JsonMapper();
    private static final Set<PosixFilePermission> TOO_MANY = EnumSet.of(
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE,
            PosixFilePermission.OTHERS_EXECUTE);

    private record Entry(
            @Nullable String password, @Nullable List<String> rights) {}

    public RegistryUsers {
        users = new TreeMap<>(users);
        users.keySet().forEach(RegistryUsers::requireName);
    }

    /**
     * @throws IOException if it cannot be read, if others may read or change it, or if it is not a file of users; the message names the file and
     *     the user
     */
    public static RegistryUsers read(Path file) throws IOException {
        requirePrivate(file);
        Map<String, Entry> entries = entries(file);
        TreeMap<String, RegistryUser> users = new TreeMap<>();
        for (Map.Entry<String, Entry> entry : entries.entrySet()) {
            try {
                users.put(entry.getKey(), user(entry.getValue()));
            } catch (IllegalArgumentException e) {
                throw new IOException(file + ": user " + entry.getKey() + ": " + e.getMessage(), e);
            }
        }
        try {
            return new RegistryUsers(users);
        } catch (IllegalArgumentException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    /** In place of what is in the file, in one step: who reads it meanwhile sees the one or the other. */
    public void write(Path file) throws IOException {
        Map<String, Entry> entries = new LinkedHashMap<>();
        users.forEach((name, user) -> entries.put(
                name,
                new Entry(
                        user.password().toString(),
                        user.rights().stream().map(SubjectRight::toString).toList())));
        PrivateFiles.replace(file, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(entries));
    }

    public RegistryUsers with(String name, RegistryUser user) {
        TreeMap<String, RegistryUser> more = new TreeMap<>(users);
        more.put(name, user);
        return new RegistryUsers(more);
    }

    public RegistryUsers without(String name) {
        TreeMap<String, RegistryUser> fewer = new TreeMap<>(users);
        fewer.remove(name);
        return new RegistryUsers(fewer);
    }

    private static Map<String, Entry> entries(Path file) throws IOException {
        try {
            Map<String, Entry> read =
                    JSON.readValue(file.toFile(), new TypeReference<LinkedHashMap<String, Entry>>() {});
            return Objects.requireNonNullElse(read, Map.of());
        } catch (JsonProcessingException e) {
            // Not with the exception's own words, which quote what it read.
            throw new IOException(file + ", line "
                    + (e.getLocation() == null ? "?" : e.getLocation().getLineNr())
                    + ": must be a JSON object of users, each with \"password\" and \"rights\"");
        }
    }

    private static RegistryUser user(@Nullable Entry entry) {
        if (entry == null || entry.password() == null || entry.rights() == null) {
            throw new IllegalArgumentException("must have \"password\" and \"rights\"");
        }
        return new RegistryUser(
                PasswordHash.parse(entry.password()),
                entry.rights().stream().map(SubjectRight::parse).toList());
    }

    private static void requirePrivate(Path file) throws IOException {
        if (!hasPosix(file)) {
            return;
        }
        Set<PosixFilePermission> found = Files.getPosixFilePermissions(file);
        if (found.stream().anyMatch(TOO_MANY::contains)) {
            throw new IOException(file + " has mode "
                    + PosixFilePermissions.toString(found)
                    + ": others may read or change the users of the registry; set it to 0600");
        }
    }

    private static boolean hasPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    /** HTTP's basic authentication cannot carry a colon in a name. */
    private static void requireName(String name) {
        if (name.isBlank() || name.indexOf(':') >= 0 || name.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(
                    "the name of a registry's user must not be blank and must have no colon and no control characters, but was \""
                            + name + "\"");
        }
    }
}
